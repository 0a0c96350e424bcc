#!/bin/sh
# Starts Tillside when an account signs in: by systemd, which brings it back after a crash, else by itself.
display='DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE DBUS_SESSION_BUS_ADDRESS'
if systemctl --user show-environment >/dev/null 2>&1; then
  # Those that are not set are left out; systemd refuses a name that stands for nothing.
  for name in $display; do
    if printenv "$name" >/dev/null; then
      systemctl --user import-environment "$name"
    fi
  done
  systemctl --user reset-failed tillside.service 2>/dev/null
  if systemctl --user start tillside.service; then
    exit 0
  fi
fi
exec /opt/Tillside/tillside --with-pc
