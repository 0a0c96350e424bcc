; The task that opens Tillside with the PC where the policy of the PC says so.
!macro customInstall
  nsExec::ExecToLog 'schtasks /Create /F /TN "Tillside\With the PC" /XML "$INSTDIR\resources\start\tillside-with-pc.xml"'
  Pop $0
!macroend

; An update runs the older version's uninstaller, and the installer makes it anew.
!macro customUnInstall
  nsExec::ExecToLog 'schtasks /Delete /F /TN "Tillside\With the PC"'
  Pop $0
!macroend
