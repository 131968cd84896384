#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the documentation site to build/site: guides, the help of every command, the C ABI, the operators' pages, the
# findings, what it costs, how strong the suite is; and the page of real backends, where tools/backends.sh wrote one.
#
#   tools/site.sh
#
# Installs missing Debian packages and builds npu-cts in build/release first. Measuring the suite takes minutes of CPU.
# Open build/site/index.html: the site needs no server and fetches nothing. Exit code: 0 written, 1 a page links to nothing,
# 3 wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/help.sh
if [ -n "${1-}" ]; then
  echo "site.sh: takes no argument; see --help" >&2
  exit 3
fi

tools/setup.sh build site
cmake --preset release --log-level=WARNING > /dev/null
cmake --build --preset release --target npu-cts npu-cts-strength -- --quiet
cts=$PWD/build/release/bin/npu-cts source=build/site-source
rm -rf "$source" build/site
mkdir -p "$source"

# Every page of the tree at its place, so that their links hold; then the files that they link to.
pages=$(find . -name '*.md' -not -path './build/*' -not -path '*/golden/*' -not -path './.git/*')
for page in $pages; do
  install -D -m 644 "$page" "$source/$page"
  { grep -o '](\([^)#:]*\)' "$page" || true; } | sed 's/^](//' | while read -r link; do
    file=$(realpath -m --relative-to=. "$(dirname "$page")/$link")
    if [ -f "$file" ]; then install -D -m 644 "$file" "$source/$file"; fi
  done
done

{
  echo "# Commands"
  for command in '' $("$cts" --help | sed -n '/^Subcommands/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    printf '\n## npu-cts %s\n\n```\n%s\n```\n' "$command" "$("$cts" $command --help)"
  done
} > "$source/commands.md"

for language in en zh; do
  "$cts" matrix --spec spec --lang "$language" --out "$source/operators/$language" > /dev/null
  rm -f "$source/operators/$language"/*.html
done

"$cts" strength --spec spec --out "$source/strength" > /dev/null
rm -f "$source/strength"/*.html

tools/bench.sh --page "$source/costs.md" > /dev/null
doxygen tools/doxyfile
printf '# The C ABI\n\nOne header of C11: [npu_cts_plugin.h](c-abi/npu__cts__plugin_8h.html).\nIts [structures](c-abi/annotated.html) have a page each.\n' > "$source/c-abi.md"

{
  printf '# Real backends side by side\n\n'
  if [ -f build/backends/compare.html ]; then
    install -D -m 644 build/backends/compare.html "$source/compare/compare.html"
    printf 'Of %s: [the page](compare/compare.html), written by `tools/backends.sh`.\n' "$(date -u -r build/backends/compare.html +%F)"
  else
    printf 'Not run for this site: `tools/backends.sh` runs the backends, then `tools/site.sh` shows its page here.\n'
  fi
  printf 'What was found before stands [here](tools/backends/README.md).\n'
} > "$source/compare.md"

mkdocs build --strict --quiet || exit 1
echo "build/site/index.html"
