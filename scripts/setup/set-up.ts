import { hasScreen } from '../session/desktop-session'
import { placeElectron } from './place-electron'
import { needOnLinux, type Purpose } from './system-libraries'

/**
 * What a fresh clone needs besides its packages before the app can be opened. Safe to call at every start: quick when
 * nothing is to do. Throws a PlainFailure that says what to do when a step could not be done.
 * @param options `screenless` when stand-ins for screen and keyring are needed whatever this machine has; by default
 *   they are needed where there is no screen
 */
export async function setUp({
  screenless = !hasScreen(),
  also = [],
}: {
  screenless?: boolean
  also?: readonly Purpose[]
} = {}) {
  needOnLinux('window', ...(screenless ? (['screenless'] as const) : []), ...also)
  return placeElectron()
}
