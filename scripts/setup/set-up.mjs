// @ts-check
import { hasScreen } from '../session/desktop-session.mjs'
import { installPackages } from './packages.mjs'
import { placeElectron } from './place-electron.mjs'
import { needOnLinux } from './system-libraries.mjs'

/**
 * Everything a fresh clone needs before anything can be built or opened. Safe to call at every start:
 * quick when nothing is to do. Throws a PlainFailure that says what to do when a step could not be done.
 * @param {{ screenless?: boolean, also?: Parameters<typeof needOnLinux> }} [options] `screenless` when stand-ins for
 *   screen and keyring are needed whatever this machine has; by default they are needed where there is no screen
 */
export async function setUp({ screenless = !hasScreen(), also = [] } = {}) {
  installPackages()
  needOnLinux('window', ...(screenless ? /** @type {const} */ (['screenless']) : []), ...also)
  return placeElectron()
}
