/** Which Electron this program runs on, what it was built for, and what it may do when that is not a store's till. */
import { devDependencies } from '../../../package.json'
import { readServiceAddress } from '../payments/service-address'
import { type BuildKind, buildKind } from './build-kind'

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

type Running = { readonly electron: string | undefined; readonly kind: BuildKind }

/** Asked of by itself, the program that runs. */
function runningHere(): Running {
  return { electron: process.versions.electron, kind: buildKind }
}

/** What this program is when it is not for payments, in words; null when it is. */
function notForPayments({ electron, kind }: Running): string | null {
  if (isTestBuild(electron)) return `a test build of Electron (${electron})`
  if (kind === 'trial_package') return 'a package for trial only'
  return kind === 'test_package' ? 'a test package, which takes a debugger' : null
}

/** Whether nothing but this PC may be connected to: on a test build of Electron, in a package for trial or for tests. */
export function isForThisPcOnly(running: Running = runningHere()): boolean {
  return notForPayments(running) !== null
}

/**
 * What to say on the terminal instead of opening a till that is not for payments and whose stored payment service is on
 * another computer; null when it may open: it is for payments, nothing is stored, or the service is on this PC.
 */
export function whyTestBuildStops(storedAddress: string, running: Running = runningHere()): string | null {
  const what = notForPayments(running)
  if (what === null || storedAddress === '') return null
  const address = readServiceAddress(storedAddress)
  if (address.ok && address.value.onThisPc) return null
  const instead = isTestBuild(running.electron)
    ? `start it where Electron ${shippedElectron} can be downloaded`
    : 'install the package that ships'
  return (
    `Tillside does not start: this is ${what}, which is for practice, tests and payment services on this PC only, and ` +
    `this account is connected to ${storedAddress}. To practise, start it with --practice. To work with that service, ` +
    `${instead}.\n`
  )
}
