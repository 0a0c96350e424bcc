import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { messageOf } from '../../shared/base/result'
import { practiceManager, practicePin } from '../../shared/contract/practice'
import { type Clock, defaultCloseMs, inTime, late } from '../system/clock'
import { attemptWork } from '../system/database'
import type { ProfileMode } from './place'
import type { Profile } from './profile'

type Deps<Opened> = {
  readonly open: (mode: ProfileMode, switchTo: (mode: ProfileMode) => Promise<void>) => Promise<Opened>
  /** Clears the other profile from the screen. */
  readonly reloadPage: () => void
  /** Called when the other profile could not be opened, which is a bug. */
  readonly openFailed: (cause: unknown) => void
  /** Called when no profile could be opened. */
  readonly startFailed: (cause: unknown) => void
  readonly clock: Pick<Clock, 'after'>
}

/**
 * Keeps one of two profiles open, practice or the real service. Switching reopens the till in this process: a restarted
 * program could lose its terminal, its test driver or the single-instance lock. The choice is not remembered, so that a
 * till never starts in practice by accident.
 */
export function makePracticeMode<Opened extends { readonly close: () => Promise<void> }>(
  first: ProfileMode,
  deps: Deps<Opened>,
) {
  const { open, reloadPage, openFailed, startFailed, clock } = deps
  let mode = first
  let opened: Opened | null = null
  /** The closing of the session that was opened last, which both a switch and the program's end may ask for. */
  let closing: Promise<void> | null = null
  let isEnding = false
  let current = openSession(first)
  current.catch(startFailed)

  async function openSession(wanted: ProfileMode): Promise<Opened> {
    opened = await open(wanted, switchTo)
    closing = null
    return opened
  }

  function closeOnce(session: Opened): Promise<void> {
    closing ??= session.close()
    return closing
  }

  async function replace(old: Opened, wanted: ProfileMode): Promise<Opened> {
    await closeOnce(old)
    if (isEnding) return old
    opened = null
    try {
      const session = await openSession(wanted)
      mode = wanted
      return session
    } catch (cause) {
      openFailed(cause)
      return openSession(mode)
    } finally {
      // Lets the answer to the page's call go out first.
      setImmediate(reloadPage)
    }
  }

  async function switchTo(wanted: ProfileMode): Promise<void> {
    // Set at once, so that every call from here on waits for the new session.
    const next = current.then((old) => (wanted === mode ? old : replace(old, wanted)))
    current = next
    await next.catch((cause) => {
      startFailed(cause)
      throw cause
    })
    if (mode !== wanted && !isEnding) throw new Error(`The ${wanted} session could not be opened`)
  }

  async function close(): Promise<void> {
    isEnding = true
    // A session that is being opened may wait for a keychain that never answers.
    const opening = current.catch(() => null)
    const session = opened ?? (await inTime(opening, defaultCloseMs, clock))
    if (session !== late && session !== null) await closeOnce(session)
    opened = null
  }

  return {
    /** Resolves to the open session, or to the one that is being opened. */
    session: () => current,
    /** Returns the open session; null while one is being opened. */
    sessionNow: () => opened,
    /** Returns the mode of the page that is shown, or loaded next. */
    mode: () => mode,
    switchTo,
    /** Closes the open session, or the one that is being opened. None is opened afterwards. */
    close,
  }
}

export type RunningPracticeService = {
  readonly url: string
  readonly storeId: string
  readonly stop: () => Promise<void>
}
type StartPracticeService = (options: {
  readonly port: number
  readonly ledgerFile: string
  readonly token: string
}) => Promise<RunningPracticeService>

const dateOf = (now: Date) => now.toISOString().replace(/[:.]/g, '-')

/**
 * Opens the practice profile. Sets it aside and opens a new one where its keychain or its people are lost, or it was moved:
 * nobody has a manager's PIN or a token to set practice up again with.
 */
export async function openPracticeProfile(
  open: () => Promise<Profile>,
  warn: (message: string) => void,
): Promise<Profile> {
  const profile = await open()
  const people = await profile.people.view()
  const isLost = people.ok ? people.value.state === 'damaged' : people.fault.kind === 'keychain_unavailable'
  if (!isLost && profile.movedFrom === null) return profile
  const aside = `${profile.folder}.broken-${dateOf(new Date())}`
  // Where another program holds it, the next opening tries again.
  if (!attemptWork(() => renameSync(profile.folder, aside)).ok) return profile
  warn('The practice profile was set aside: its keychain or its people were lost, or it was moved.')
  return open()
}

/**
 * Starts the practice service on a free loopback port. Sets a ledger aside that cannot be opened, and seeds a new one.
 * @param folder the practice profile's
 */
export async function openPracticeService(
  start: StartPracticeService,
  folder: string,
  token: string,
  warn: (message: string) => void,
  now: () => Date = () => new Date(),
): Promise<RunningPracticeService> {
  const ledgerFile = path.join(folder, 'ledger.jsonl')
  mkdirSync(folder, { recursive: true })
  const options = { port: 0, ledgerFile, token }
  return start(options).catch((error) => {
    warn(`The practice ledger was set aside: ${messageOf(error)}`)
    const aside = `${ledgerFile}.broken-${dateOf(now())}`
    if (existsSync(ledgerFile)) renameSync(ledgerFile, aside)
    return start(options)
  })
}

/** Starts the practice service inside this program, and stores its address and a token of this run. */
export async function startPractice(
  { folder, vault, settings, people }: Profile,
  load: () => Promise<{ readonly startPracticeService: StartPracticeService }>,
  warn: (message: string) => void,
): Promise<{ readonly close: () => Promise<void> }> {
  const token = randomBytes(24).toString('base64url')
  const service = await openPracticeService((await load()).startPracticeService, folder, token, warn)
  await vault.save({ address: service.url, token })
  const found = await people.view()
  if (found.ok && found.value.state === 'none') {
    await people.save({ id: '', name: practiceManager, role: 'manager', pin: practicePin })
  }
  // In the first of the practice stores, so that a payment of another store can be tried.
  if (settings.read().storeId === '') await settings.change({ storeId: service.storeId })
  return { close: service.stop }
}
