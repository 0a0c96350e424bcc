; The task that opens Tillside with the PC where the policy of the PC says so, and the links tillside://, which
; electron-builder registers on Linux and macOS alone.
!macro customInstall
  nsExec::ExecToLog 'schtasks /Create /F /TN "Tillside\With the PC" /XML "$INSTDIR\resources\start\tillside-with-pc.xml"'
  Pop $0
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "" "URL:Tillside look-up"
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\tillside\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; An update runs the older version's uninstaller, and the installer makes both anew.
!macro customUnInstall
  nsExec::ExecToLog 'schtasks /Delete /F /TN "Tillside\With the PC"'
  Pop $0
  DeleteRegKey SHELL_CONTEXT "Software\Classes\tillside"
!macroend
