#!/bin/sh
# As root: unpacks a release beside the others, and replaces the processes one after the other.
set -eu
releases=/opt/guinguette
tar xzf "$1" -C "$releases"
ln -sfn "$(basename "$1" .tar.gz)" "$releases/current"
for port in 3001 3002; do
  systemctl restart "guinguette@$port"
  curl --fail --silent --retry 60 --retry-connrefused --retry-delay 1 "http://127.0.0.1:$port/readyz"
  echo
done
