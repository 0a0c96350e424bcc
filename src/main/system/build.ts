import { devDependencies } from '../../../package.json'
import type { AppState } from '../../shared/contract/contract'

/**
 * What a build is for. Only one constant of the bundler tells them apart (electron.vite.config.ts): never the name of a
 * file, which anybody can change.
 */
export type BuildKind = AppState['about']['build']

declare const TILLSIDE_BUILD: BuildKind | undefined

/** Of what this program is. A build that does not say is as strict as the one that ships; under plain Node there is none. */
export const buildKind: BuildKind = typeof TILLSIDE_BUILD === 'undefined' ? 'package' : TILLSIDE_BUILD

/** Whether the program may be driven from outside: a checkout's by developers and tests, a test package's by tests. */
export function takesDebugger(kind: BuildKind = buildKind): boolean {
  return kind === 'checkout' || kind === 'test_package'
}

/** The hot-reload server's address, which `npm run dev` names; a package does not have even the code that reads it. */
export const developmentAddress: string | null =
  typeof TILLSIDE_BUILD !== 'undefined' && TILLSIDE_BUILD === 'checkout'
    ? (process.env.ELECTRON_RENDERER_URL ?? null)
    : null

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
const runningHere: Running = { electron: process.versions.electron, kind: buildKind }

/** What this program is when it is not for payments, in words; null when it is. */
function notForPayments({ electron, kind }: Running): string | null {
  if (isTestBuild(electron)) return `a test build of Electron (${electron})`
  if (kind === 'trial_package') return 'a package for trial only'
  return kind === 'test_package' ? 'a test package, which takes a debugger' : null
}

/** Whether nothing but this PC may be connected to: on a test build of Electron, in a package for trial or for tests. */
export function isForThisPcOnly(running: Running = runningHere): boolean {
  return notForPayments(running) !== null
}

/**
 * What to say on the terminal instead of opening a till that is not for payments and whose stored payment service is on
 * another computer; null when it may open: it is for payments, nothing is stored, or the service is on this PC.
 */
export function whyTestBuildStops(
  storedAddress: string,
  isOnThisPc: (address: string) => boolean,
  running: Running = runningHere,
): string | null {
  const what = notForPayments(running)
  if (what === null || storedAddress === '' || isOnThisPc(storedAddress)) return null
  const instead = isTestBuild(running.electron)
    ? `start it where Electron ${shippedElectron} can be downloaded`
    : 'install the package that ships'
  return (
    `Tillside does not start: this is ${what}, which is for practice, tests and payment services on this PC only, and ` +
    `this account is connected to ${storedAddress}. To practise, start it with --practice. To work with that service, ` +
    `${instead}.\n`
  )
}
