import { app } from 'electron'
import { isTestBuild } from './test-build'

/**
 * `development`: started from `out/`, and it takes a debugger. `trial`: packaged on a test build of Electron. `shipped`:
 * packaged on the Electron that ships, which is what stores use.
 */
export type ProgramBuild = 'development' | 'trial' | 'shipped'

/** What this program is. The one place that decides it: the name of the program's file alone could be changed by anybody. */
export function programBuild(): ProgramBuild {
  const packaged = app.isPackaged || app.getAppPath().endsWith('.asar')
  if (!packaged) return 'development'
  return isTestBuild() ? 'trial' : 'shipped'
}
