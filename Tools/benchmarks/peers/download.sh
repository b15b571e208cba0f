#!/bin/sh
# Downloads a list with a client of the system, then makes the files durable and proves them, as ours does on the way.
#
#   download.sh curl|wget|aria2 FOLDER URLS SUMS
set -eu
client=$1 folder=$2 urls=$3 sums=$4
mkdir -p "$folder"
cd "$folder"
case $client in
  curl) sed 's|.*/\(.*\)|url = "&"\noutput = "\1"|' "$urls" | curl --silent --no-progress-meter --show-error --fail --parallel --parallel-max 8 --config - ;;
  wget) wget --quiet --input-file="$urls" ;;
  aria2)
    aria2c --quiet --max-concurrent-downloads=8 --max-connection-per-server=1 --file-allocation=none --input-file="$urls"
    ;;
esac
find . -type f -exec sync {} +
sha256sum --check --quiet "$sums"
