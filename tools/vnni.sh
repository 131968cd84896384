#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shows what the suite finds in oneDNN on a processor with AVX-512 VNNI, and that the part it claims as exact conforms.
#
#   tools/vnni.sh [BUILD]     BUILD: a release build to use as it stands, seen from the root (default: build/release,
#                             built first)
#
# A processor without VNNI is emulated: Bochs boots Debian's kernel, whose first program runs the cases and sends the
# journals over the serial line (10 to 30 minutes). Installs the Debian packages that it needs.
# Writes to build/vnni; the report is build/vnni/report.
# Exit code: 0 when the findings are the expected ones, 1 when not, 3 when something is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh

build=${1-}
work=build/vnni
if [ -z "$build" ]; then
  build=build/release
  tools/setup.sh build
  cmake --preset release --log-level=WARNING > /dev/null
  cmake --build --preset release --target npu-cts npu-cts-suite npu-cts-worker onednn_plugin -- --quiet
fi
programs=("$build"/bin/npu-cts "$build"/bin/npu-cts-suite "$build"/bin/npu-cts-worker "$build"/lib/onednn_plugin.so)
missing() {  # missing WORDS: ends the script
  echo "vnni: $1" >&2
  exit 3
}
for program in "${programs[@]}"; do [ -e "$program" ] || missing "there is no $program: name a build that has it"; done
rm -rf "$work"
mkdir -p "$work/results"

# The cases, run by this machine or by the emulated one: sh cases.sh FOLDER-OF-PROGRAMS SPEC RESULTS
cat > "$work/cases.sh" << 'END'
for claim in all exact; do
  code=0
  NPU_CTS_ONEDNN_CLAIM=$claim "$1/bin/npu-cts" run 'npu_quant_matmul/atlas_a2/26.1.0/eager/data/*output_dtype=int32*' \
    --op npu_quant_matmul --product atlas_a2 --release 26.1.0 --mode eager --unsupported allow --jobs 1 \
    --timeout 3600 --cpu 3600 --spec "$2" --driver "plugin:$1/lib/onednn_plugin.so" --journal "$3/$claim.jsonl" \
    > "$3/$claim.txt" 2>&1 || code=$?
  echo "$code" > "$3/$claim.exit"
  echo "vnni: claiming $claim ended with $code"
done
END

make_root() {  # the files of the emulated machine, as its kernel unpacks them
  local root=$work/root
  mkdir -p "$root"/{proc,sys,dev,tmp,bin,cts/bin,cts/lib}
  cp /bin/busybox "$root/bin/"
  cp "${programs[@]:0:3}" "$root/cts/bin/"
  cp "${programs[3]}" "$root/cts/lib/"
  cp -r spec "$work/cases.sh" "$root/cts/"
  ldd "${programs[@]}" | grep -o '/[^ ]*\.so[^ ]* (' | tr -d ' (' | sort -u | xargs cp -L --parents -t "$root"
  cat > "$root/init" << 'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc none /proc && mount -t devtmpfs none /dev && mount -t tmpfs none /tmp && mkdir /tmp/results
echo 0 > /proc/sys/kernel/printk
grep '^flags' /proc/cpuinfo > /tmp/results/flags
sh /cts/cases.sh /cts /cts/spec /tmp/results
echo BEGIN; tar cz -C /tmp results | base64; echo END
sleep 5
poweroff -f
END
  chmod +x "$root/init"
  (cd "$root" && find . | LC_ALL=C sort | cpio -o -H newc --quiet) > "$work/iso/initrd"
}

# Bochs 2.7 gives sizes of PKU's and compact states that Linux does not believe, and claims fast short moves without fast
# long ones, which Linux takes for impossible: the kernel is told to overlook these four.
make_disc() {
  local kernel
  kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: //p' | head -1)
  mkdir -p "$work/iso/isolinux" "$work/kernel"
  (cd "$work/kernel" && apt-get -qq download "$kernel" && dpkg-deb -x ./*.deb .) || missing "no kernel to emulate: see above"
  cp "$work"/kernel/boot/vmlinuz-* "$work/iso/vmlinuz"
  make_root
  cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$work/iso/isolinux/"
  cat > "$work/iso/isolinux/isolinux.cfg" << 'END'
default linux
label linux
  kernel /vmlinuz
  append initrd=/initrd console=ttyS0,115200 quiet mitigations=off clearcpuid=pku,xsaves,xsavec,fsrm
END
  xorriso -as mkisofs -quiet -o "$work/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
    -boot-load-size 4 -boot-info-table "$work/iso" 2> "$work/xorriso.log"
}

emulate() {
  cat > "$work/bochsrc" << 'END'
config_interface: textconfig
display_library: term
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
memory: guest=1024, host=1024
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
cpu: model=corei7_icelake_u, ips=100000000, ignore_bad_msrs=1
clock: sync=none
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=serial.txt
log: bochs.log
panic: action=fatal
END
  echo c > "$work/debugger"  # Debian's Bochs starts in its debugger: continue
  (  # the machine's screen is a terminal that somebody must read
    until grep -aqs 'connected to screen' "$work/screen.txt"; do sleep 1; done
    cat "$(grep -ao '/dev/pts/[0-9]*' "$work/screen.txt" | tail -1)" > /dev/null 2>&1 || true
  ) &
  local reader=$!
  (cd "$work" && TERM=xterm timeout 3600 script -qfec 'bochs -q -f bochsrc -rc debugger' screen.txt < /dev/null > /dev/null) ||
    true  # it ends with 1 when the machine is switched off
  kill "$reader" 2> /dev/null || true
  wait
  grep -aqs '^END' "$work/serial.txt" || missing "the emulated machine sent no results: see $work/serial.txt and bochs.log"
  tr -d '\r' < "$work/serial.txt" | sed -n '/^BEGIN$/,/^END$/{//!p}' | base64 -di | tar xz -C "$work"
}

start=$SECONDS
if grep -q avx512_vnni /proc/cpuinfo; then
  echo "vnni: this processor has it"
  sh "$work/cases.sh" "$build" spec "$work/results"
else
  echo "vnni: this processor has none: emulating one that has"
  tools/setup.sh vnni
  make_disc
  emulate
  grep -q avx512_vnni "$work/results/flags" || missing "the emulated machine has none either: see $work"
fi

"$build/bin/npu-cts" report "$work/results/all.jsonl" --spec spec --out "$work/report" > /dev/null
tail -n 6 "$work/results/all.txt"
tail -n 3 "$work/results/exact.txt"
echo "vnni: the report says (all in $((SECONDS - start)) s)"
grep 'the values of an implementation\|like no mistake' "$work/report/report.md" | tee "$work/words" || true

expect() {  # expect WORDS COMMAND...
  local words=$1
  shift
  "$@" && return
  echo "vnni: not as expected: $words" >&2
  failed=1
}
# shellcheck disable=SC2317  # called by its name
lacks() { ! grep -q "$@"; }
failed=0
expect "claiming all fails" grep -qx 1 "$work/results/all.exit"
expect "sums are found to go through float32, from a size on" grep -q 'takes .* through float32; seen from k = ' "$work/words"
expect "nothing is summed in 16 bits" lacks 'in int16' "$work/words"
expect "claiming what is exact conforms" grep -qx 0 "$work/results/exact.exit"
exit "$failed"
