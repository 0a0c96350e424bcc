/** Which Electron this program runs on, and what it may do on another than the one it ships with. */
import { devDependencies } from '../../../package.json'
import { readServiceAddress } from '../payments/service-address'

/** The Electron that Tillside ships with. */
export const shippedElectron = devDependencies.electron

/**
 * Whether this is a test build of Electron, as set-up places it where the one that ships cannot be downloaded
 * (docs/decisions/0007). It is old and somebody else's: for practice, tests and services on this PC, never for payments.
 * Plain Node is none. `running` is the version of the Electron that runs.
 */
export function isTestBuild(running: string | undefined = process.versions.electron): boolean {
  return running !== undefined && running !== shippedElectron
}

/**
 * What to say on the terminal instead of opening a till on a test build whose stored payment service is on another
 * computer; null when it may open: nothing is stored, or the service is on this PC.
 */
export function whyTestBuildStops(storedAddress: string): string | null {
  if (storedAddress === '') return null
  const address = readServiceAddress(storedAddress)
  if (address.ok && address.value.onThisPc) return null
  return (
    `Tillside does not start: this is a test build of Electron (${process.versions.electron}), which is for practice, ` +
    `tests and payment services on this PC only, and this account is connected to ${storedAddress}. To practise, start ` +
    `it with --practice. To work with that service, start it where Electron ${shippedElectron} can be downloaded.\n`
  )
}
