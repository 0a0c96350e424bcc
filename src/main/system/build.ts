import { devDependencies } from '../../../package.json'
import type { AppState } from '../../shared/contract/contract'

/** What a build is for. A constant of the bundler says so (electron.vite.config.ts), not a file that anybody can rename. */
export type BuildKind = AppState['about']['build']

declare const TILLSIDE_BUILD: BuildKind | undefined

/** This program's kind. Without the constant, as under plain Node, it is the strictest. */
export const buildKind: BuildKind = typeof TILLSIDE_BUILD === 'undefined' ? 'package' : TILLSIDE_BUILD

/** Whether the program accepts a debugger: a checkout for developers and tests, a test package for tests. */
export function takesDebugger(kind: BuildKind = buildKind): boolean {
  return kind === 'checkout' || kind === 'test_package'
}

/** The hot-reload server's address (`npm run dev`). The bundler removes this code from packages. */
export const developmentAddress: string | null =
  typeof TILLSIDE_BUILD !== 'undefined' && TILLSIDE_BUILD === 'checkout'
    ? (process.env.ELECTRON_RENDERER_URL ?? null)
    : null

/** The Electron that Tillside ships with. */
export const shippedElectron = devDependencies.electron

/**
 * Whether this is a test build of Electron, which set-up installs where the shipped one cannot be downloaded
 * (docs/decisions/0007). It is old and not for payments.
 * @param running the version of the running Electron; undefined under plain Node
 */
export function isTestBuild(running: string | undefined = process.versions.electron): boolean {
  return running !== undefined && running !== shippedElectron
}

type Running = { readonly electron: string | undefined; readonly kind: BuildKind }
const runningHere: Running = { electron: process.versions.electron, kind: buildKind }

/** Describes a program that is not for payments; null for one that is. */
function notForPayments({ electron, kind }: Running): string | null {
  if (isTestBuild(electron)) return `a test build of Electron (${electron})`
  return kind === 'test_package' ? 'a test package, which takes a debugger' : null
}

/** Whether only services on this PC may be connected: on a test build of Electron, and in a package for tests. */
export function isForThisPcOnly(running: Running = runningHere): boolean {
  return notForPayments(running) !== null
}

/**
 * Returns the message that replaces the till where a program that is not for payments finds a stored service on another
 * computer; null where the till may open.
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
