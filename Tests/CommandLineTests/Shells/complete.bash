#!/usr/bin/env bash
# Completes lines as bash does, and prints the candidates of each on a line. The words of a line are parted by spaces; a line that ends
# in a space completes an empty word.
#
#   complete.bash SCRIPT LINE...
set -euo pipefail
# shellcheck source=/dev/null
. "$1"
shift
for line in "$@"; do
  read -ra COMP_WORDS <<<"$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _holdfast
  echo "${COMPREPLY[*]-}"
done
