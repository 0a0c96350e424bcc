; The tasks that open Tillside with the PC, and again after a crash, where the policy of the PC says so.
!macro customInstall
  nsExec::ExecToLog 'schtasks /Create /F /TN "Tillside\With the PC" /XML "$INSTDIR\resources\start\tillside-with-pc.xml"'
  Pop $0
  nsExec::ExecToLog 'schtasks /Create /F /TN "Tillside\After a crash" /XML "$INSTDIR\resources\start\tillside-after-crash.xml"'
  Pop $0
!macroend

; An update runs the older version's uninstaller, and the installer makes them anew.
!macro customUnInstall
  nsExec::ExecToLog 'schtasks /Delete /F /TN "Tillside\With the PC"'
  Pop $0
  nsExec::ExecToLog 'schtasks /Delete /F /TN "Tillside\After a crash"'
  Pop $0
!macroend
