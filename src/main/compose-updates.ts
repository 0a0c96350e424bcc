/** The part of compose.ts that puts together how a till is kept up to date. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { app, powerMonitor } from 'electron'
import { isUndecided } from '../shared/refund'
import { networkRules } from './compose-network'
import type { Log } from './log/log'
import { readServiceAddress } from './payments/service-address'
import { openConnection } from './payments/socket'
import type { ReadPolicy } from './policy/read-policy'
import { takesDebugger } from './profile/build-kind'
import type { Profile } from './profile/profile'
import { isForThisPcOnly } from './profile/test-build'
import type { RefundService } from './refund/refund-service'
import type { CashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import type { Connect } from './update/fetch-file'
import { type Installer, keepUpToDate, neverUpToDate, type UpToDate } from './update/keep-up-to-date'
import { builtUpdateKey, type UpdatePolicy, updatePolicySchema, updateSource } from './update/update-source'
import { readVersion } from './update/version'
import { openVersionFloor } from './update/version-floor'

type Parts = Profile & {
  readonly refundService: Pick<RefundService, 'isSending' | 'undecidedCount' | 'page' | 'refundsOff'>
  readonly cashier: CashierAtWork
  readonly log: Log
}

/** Asks nobody unless the policy names a server; in practice never. */
export function openUpdates(
  parts: Parts,
  { policy, changed }: { readonly policy: ReadPolicy; readonly changed: () => void },
): UpToDate {
  if (parts.mode === 'practice') return neverUpToDate('practice')
  const said = updatePolicyOf(policy)
  const source = updateSource({
    address: said.address,
    key: builtUpdateKey,
    isForTests: takesDebugger(),
    isForThisPcOnly: isForThisPcOnly(),
  })
  const running = readVersion(app.getVersion())
  if (!source.ok) return neverUpToDate(source.fault)
  if (running === null) return neverUpToDate('no_key')
  return keepUpToDate({
    source: source.value,
    connect: connectBy(policy),
    running,
    platform: `${process.platform}-${process.arch}`,
    floor: openVersionFloor(parts.folder),
    folder: path.join(parts.folder, 'updates'),
    deviceId: () => parts.settings.read().deviceId,
    chosenHour: said.hour,
    installer: installerHere(parts.log),
    installedBy: process.platform === 'linux' ? 'package_manager' : 'administrator',
    look: () => ({
      isSending: parts.refundService.isSending(),
      isUndecidedYoung: hasYoung(parts.refundService, systemClock.now()),
      isAtWork: parts.cashier.isGoing() || powerMonitor.getSystemIdleTime() < idleSeconds,
    }),
    clock: systemClock,
    changed,
    log: parts.log,
  })
}

/** Only the installer for Windows leaves this beside the program; a package for group policy does not, and is left to it. */
const uninstaller = 'Uninstall Tillside.exe'

function installerHere({ warn }: Log): Installer | null {
  const isInstalled = existsSync(path.join(path.dirname(process.execPath), uninstaller))
  if (process.platform !== 'win32' || !app.isPackaged || !isInstalled) return null
  return async (file, update) => {
    const { nsisInstaller } = await import('./update/nsis-installer')
    const onQuit = (callBack: () => void) => void app.once('quit', callBack)
    return nsisInstaller({ version: app.getVersion(), quit: () => app.quit(), onQuit, warn })(file, update)
  }
}

/** A policy that is wrong names no server. */
function updatePolicyOf({ policy, problem }: ReadPolicy): UpdatePolicy {
  const { updateAddress: address, updateHour: hour } = policy
  return updatePolicySchema.parse(problem === null ? { address, hour } : {})
}

/** Nobody has touched keyboard or mouse for so long; a scanner is a keyboard. */
const idleSeconds = 600

/** The service's way: what it trusts, through the proxy that it takes. A pin is of the service's own key, and is left out. */
function connectBy(read: ReadPolicy): Connect {
  const { pins: _ofTheService, ...rules } = networkRules(read)
  return async (address, how) => {
    const place = readServiceAddress(address.origin)
    if (!place.ok) return { kind: 'never_connected', detail: place.fault.why }
    return openConnection(place.value, { ...rules, ...how })
  }
}

const young = 3_600_000

/** Whether a refund of the last hour waits for its answer. While the record is being opened nobody knows. */
function hasYoung({ undecidedCount, page, refundsOff }: Parts['refundService'], now: number): boolean {
  if (refundsOff() === 'journal_opening') return true
  if (undecidedCount() === 0) return false
  const { open } = page({ before: null, count: 1 })
  // A clock that was set back makes an attempt of the future: that is young too.
  return open.some(({ state, createdAt }) => isUndecided(state) && now - createdAt < young)
}
