#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian 12 packages that are missing, and nothing when all are there.
#
#   tools/setup.sh [build] [ci] [bench] [site] [vnni] [backends] [pictures]     (no argument: build)
set -euo pipefail

build=(g++ cmake ninja-build libgtest-dev libgmock-dev libyaml-cpp-dev libfmt-dev libcli11-dev nlohmann-json3-dev
  libssl-dev libarchive-dev libzstd-dev zlib1g-dev libpugixml-dev libsimdjson-dev libeigen3-dev libvalijson-dev libdnnl-dev libz3-dev libxlsxwriter-dev python3 python3-numpy python3-venv curl openssl)
ci=(clang-14 clang-tidy-14 clang-format-14 libclang-rt-14-dev python3-clang-14 gdb lldb valgrind)
bench=(libbenchmark-dev libyaml-dev)
site=(mkdocs doxygen)
vnni=(bochs bochs-term bochsbios busybox-static cpio isolinux syslinux-common xorriso)
backends=(libgemmlowp-dev libxnnpack-dev libpthreadpool-dev python3-torch nodejs npm)
pictures=(chromium pngquant)

wanted=()
for group in "${@:-build}"; do
  case $group in
    build) wanted+=("${build[@]}") ;;
    ci) wanted+=("${ci[@]}") ;;
    bench) wanted+=("${bench[@]}") ;;
    site) wanted+=("${site[@]}") ;;
    vnni) wanted+=("${vnni[@]}") ;;
    backends) wanted+=("${backends[@]}") ;;
    pictures) wanted+=("${pictures[@]}") ;;
    -h | --help)
      sed -n '3,5s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *)
      echo "setup.sh: unknown group '$group'; known are build, ci, bench, site, vnni, backends, pictures" >&2
      exit 3
      ;;
  esac
done

if ! command -v dpkg-query > /dev/null; then
  echo "setup: no Debian package manager here; these packages must be there by other means: ${wanted[*]}"
  exit 0
fi

# A nodejs from elsewhere holds npm, and conflicts with Debian's package of it.
if command -v npm > /dev/null; then
  for i in "${!wanted[@]}"; do
    [ "${wanted[$i]}" != npm ] || unset "wanted[$i]"
  done
fi

installed=" $(dpkg-query -W -f '${Package}:${db:Status-Status} ' "${wanted[@]}" 2> /dev/null || true)"
missing=()
for package in "${wanted[@]}"; do
  [[ $installed == *" $package:installed "* ]] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "setup: installing ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: neither root nor sudo; as root run: apt-get install ${missing[*]}" >&2
    exit 3
  fi
  as_root=(sudo)
  [ -t 0 ] || as_root+=(-n)
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1 < /dev/null; then
  cat "$log" >&2
  echo "setup: apt-get failed" >&2
  exit 3
fi
