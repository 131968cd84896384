#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the documentation site to build/site: guides, the help of every command, the operators' pages, the findings.
#
#   tools/site.sh
#
# Installs missing Debian packages and builds npu-cts in build/release first. Open build/site/index.html: the site needs no
# server and fetches nothing. Exit code: 0 written, 1 a page links to nothing, 3 wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1-} in
  -h | --help)
    sed -n '3,8s/^# \{0,1\}//p' tools/site.sh
    exit 0
    ;;
  '') ;;
  *)
    echo "site.sh: takes no argument; see --help" >&2
    exit 3
    ;;
esac

tools/setup.sh build site
cmake --preset release --log-level=WARNING > /dev/null
cmake --build --preset release --target npu-cts -- --quiet
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

mkdocs build --strict --quiet || exit 1
echo "build/site/index.html"
