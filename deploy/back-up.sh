#!/bin/sh
# Keeps a week of nightly backups here, and copies all backups to BACKUP_TARGET, an rclone remote.
set -eu
folder=${DATA_DIR:?}/backups
mkdir -p "$folder/nightly"
find "$folder/nightly" -name '*.tar.gz' -mtime +7 -delete
"$(dirname "$0")/../guinguette" backup "$folder/nightly/$(date +%Y-%m-%dT%H%M%S).tar.gz"
if [ -n "${BACKUP_TARGET:-}" ]; then
  rclone copy "$folder" "$BACKUP_TARGET"
fi
if [ -n "${BACKUP_PING_URL:-}" ]; then
  curl --fail --silent --show-error --max-time 10 --retry 3 "$BACKUP_PING_URL" >/dev/null
fi
