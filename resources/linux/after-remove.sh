#!/bin/sh
# Runs once the program's own files are gone. dpkg says what happens by a word (upgrade, remove, purge), rpm by how many
# versions stay (1, 0). A till's record of refunds is not the package's: it stays until somebody says otherwise.
set -e

case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}' || true
fi
if [ -L '/usr/bin/${executable}' ] && [ ! -e '/usr/bin/${executable}' ]; then
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then
    apparmor_parser --remove "$profile" 2>/dev/null || true
  fi
  rm -f "$profile"
fi

# A purge takes every account's tills with it only where root has asked for that (docs/administration.md, "Install and remove").
if [ "$1" = purge ] && [ -f /etc/tillside/purge-tills ]; then
  # As each account itself: what a link of an account's leads to is no more than the account could remove.
  getent passwd | while IFS=: read -r account _ _ _ _ home _; do
    case "$home" in
      /*) [ ! -d "$home/.config/Tillside" ] || runuser -u "$account" -- rm -rf "$home/.config/Tillside" || true ;;
    esac
  done
  rm -f /etc/tillside/purge-tills
  rmdir /etc/tillside 2>/dev/null || true
fi
