/** `--provision`: stores address, token and what else is given for this OS account, without a window. */
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { codeOfError, fail, parseJson, type Result, succeed, unreachable } from '../../shared/base/result'
import { refusals } from '../../shared/languages/english/refusals'
import { type PersonProof, personChange, reasonsSchema, rulesSchema } from '../../shared/people/people'
import type { UnreadFault } from '../people/kept-people'
import { type ChangeFault, isSameName, type People } from '../people/people'
import { firstWaitMs, type ProofFault } from '../people/proofs'
import type { Credentials } from '../service/address'
import type { AskService, ServiceWord } from '../service/service'
import type { SettingsChange, SettingsStore } from '../settings/settings'
import type { Clock } from '../system/clock'
import type { CredentialsFault } from '../vault/credentials'
import type { ProvisionCommand } from './command-line'
import type { Profile } from './profile'

type Proving = Pick<Profile, 'people'> & Pick<Clock, 'after'>

type ProvisionDeps = Proving &
  Pick<Profile, 'vault' | 'settings'> & {
    readonly input: AsyncIterable<Uint8Array>
    readonly askService: AskService
    readonly policyProblem: string | null
    /** Returns the public key of this till's exports, made if missing; '' where the keychain keeps none. */
    readonly signedBy: () => Promise<string>
  }

/** The line with people. Somebody of a known name gets what is given. */
const givenPeople = z.array(personChange.omit({ id: true })).readonly()
type GivenPeople = z.output<typeof givenPeople>

/** The line with rules and reasons. */
const givenRules = z
  .object({
    rules: rulesSchema,
    reasons: reasonsSchema,
    /** Whether nobody at the till may change these rules; true by default. */
    fixed: z.boolean(),
  })
  .partial()
  .strict()
  .refine(({ rules, fixed }) => rules !== undefined || fixed === undefined)

/** What has proven the right to provision. */
type By = 'nothing' | 'token' | 'manager'

/** Printed as one line of JSON. Never holds the token, a PIN or a badge. */
export type ProvisionReport =
  | {
      readonly provisioned: true
      readonly serviceAddress: string
      /** How the service answered this token; a till without a network is provisioned too. */
      readonly service: ServiceWord['said']
      readonly deviceId: string
      readonly tillName: string
      readonly storeId: string
      /** Names of all people at this till. */
      readonly people: readonly string[]
      /** The public key to check this till's exports with (docs/refund-protocol.md). */
      readonly exportsSignedBy: string
    }
  | { readonly provisioned: false; readonly message: string }

/** What reading standard input on Windows fails with at a pipe's end (node#35997), and where nothing was piped. */
const inputEnds = ['EOF', 'EBADF']

type ReadInto = (
  ...order: [file: number, buffer: Buffer, offset: number, length: number, position: null]
) => Promise<{ readonly bytesRead: number }>

/**
 * Yields standard input. Electron's `process.stdin` is at its end on Windows (lib/common/init.ts there), so its descriptor
 * is read: only when asked, because a read that waits would keep the program from ending.
 */
export async function* standardInput(
  platform: NodeJS.Platform = process.platform,
  readInto: ReadInto = promisify(read),
): AsyncGenerator<Uint8Array> {
  if (platform !== 'win32') {
    yield* process.stdin
    return
  }
  try {
    for (;;) {
      const buffer = Buffer.alloc(65_536)
      const { bytesRead } = await readInto(0, buffer, 0, buffer.length, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    if (!inputEnds.includes(codeOfError(error))) throw error
  }
}

/** Returns a function for the next line, '' after the last. It does not wait for the input's end. */
function readLines(input: AsyncIterable<Uint8Array>): () => Promise<string> {
  const pieces = input[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let text = ''
  let isOver = false
  return async () => {
    while (!isOver && !text.includes('\n')) {
      const { value, done } = await pieces.next()
      isOver = done === true
      text += decoder.decode(value, { stream: !isOver })
    }
    const [line = '', ...rest] = text.split('\n')
    text = rest.join('\n')
    return line.replace(/\r$/, '')
  }
}

/** Checks everything before it stores anything. */
export async function provision(command: ProvisionCommand, deps: ProvisionDeps): Promise<ProvisionReport> {
  const nextLine = readLines(deps.input)
  if (deps.policyProblem !== null) return refuse(deps.policyProblem)
  const token = await nextLine()
  const people = givenPeople.safeParse(command.readsPeople ? parseJson(await nextLine()) : [])
  if (!people.success) return refuse(`${notPeople} ${mistakesOf(people.error)}`)
  const givenThere = givenRules.safeParse(command.readsRules ? parseJson(await nextLine()) : {})
  if (!givenThere.success) return refuse(`${notRules} ${mistakesOf(givenThere.error)}`)
  const [given, rules] = [people.data, givenThere.data]
  const by = { fixesRules: rules.fixed ?? true }
  const { tillName, storeId } = command
  const settings = { tillName, storeId, rules: rules.rules, reasons: rules.reasons }
  const wanted: Wanted = { people: given, settings, by }
  const allowed = deps.settings.mayChange(wanted.settings, by)
  if (!allowed.ok) {
    const names = allowed.fault.settings.join(', ')
    return refuse(`The policy of this PC sets ${names} otherwise. Leave that out, or name what it sets.`)
  }
  const checked = deps.vault.checked({ address: command.serviceAddress, token })
  if (!checked.ok) return refuse(wordsOf(checked.fault))
  const { keychain } = await deps.vault.look()
  if (!keychain.works) return refuse(unusable(keychain.detail))
  const proven = await proveRight(checked.value.token, given, nextLine, deps)
  return proven.ok ? store(command, checked.value, wanted, proven.value, deps) : refuse(proven.fault)
}

export function refuse(message: string): ProvisionReport {
  return { provisioned: false, message }
}

type Wanted = {
  readonly people: GivenPeople
  readonly settings: SettingsChange
  readonly by: { readonly fixesRules: boolean }
}

/**
 * Checks the right to provision: a till with a record or people needs a manager's PIN or the stored token, unless it has
 * neither. A fault is a message for whoever provisions.
 */
async function proveRight(
  token: string,
  given: GivenPeople,
  nextLine: () => Promise<string>,
  deps: ProvisionDeps,
): Promise<Result<By, string>> {
  const { vault, people } = deps
  const [note, found] = [await vault.note(), await people.view()]
  if (!note.ok) return fail(unusable(note.fault.detail))
  if (!found.ok) return fail(wordsOfUnread(found.fault))
  const { state } = found.value
  // Deleted credentials have taken their note with them; then people show that the till is in use.
  const hasPeople = state === 'set' || state === 'stopped'
  if (state === 'none' && (note.value === null || note.value.journal === null)) return succeed('nothing')
  const isStored = async (typed: string) => {
    const found = await vault.isStoredToken(typed)
    return found.ok && found.value
  }
  if (await isStored(token)) return succeed('token')
  const byManager = await proveManager(given, deps)
  if (byManager !== null) return byManager
  if ((await vault.look()).token === 'none') return hasPeople ? fail(managerNeeded) : succeed('nothing')
  return (await isStored(await nextLine())) ? succeed('token') : fail(proofNeeded)
}

/** Checks the PIN that the second line gives a manager who is there already; null where it names none, or no PIN counts. */
async function proveManager(given: GivenPeople, deps: Proving): Promise<Result<By, string> | null> {
  const { people } = deps
  const found = await people.view()
  if (!found.ok || found.value.state !== 'set') return null
  const managers = found.value.people.filter(({ role }) => role === 'manager')
  // A manager who is new in the list proves nothing, wherever it stands.
  const [proof] = given.flatMap(({ name, pin }) => {
    const known = managers.find((one) => isSameName(one.name, name))
    return known === undefined || pin === undefined ? [] : [{ with: 'pin', person: known.id, pin } as const]
  })
  if (proof === undefined) return null
  const checked = await proveInTime(proof, deps)
  if (checked.ok) return succeed('manager')
  return fail(wordsOfProof(checked.fault))
}

function wordsOfProof(fault: ProofFault): string {
  switch (fault.kind) {
    case 'pin_throttled':
      return `The manager’s PIN was wrong too often. Try again in ${fault.waitSeconds} seconds.`
    case 'pin_stopped':
      return 'This manager’s PIN was wrong ten times in a row and is no longer checked, until another manager sets a new one.'
    case 'keychain_unavailable':
    case 'people_held':
      return wordsOfUnread(fault)
    case 'people_damaged':
    case 'pin_not_set':
    case 'pin_wrong':
    case 'badge_unknown':
      return 'This till is in use: setting it up again needs a manager’s PIN, and this is not it.'
  }
}

/** Checks a PIN once the first wait is over: after wrong ones each start begins it anew, and this run would end within it. */
async function proveInTime(proof: PersonProof, { people, after }: Proving): ReturnType<People['prove']> {
  const checked = await people.prove(proof)
  if (checked.ok || checked.fault.kind !== 'pin_throttled') return checked
  const waitMs = checked.fault.waitSeconds * 1000
  if (waitMs > firstWaitMs) return checked
  await new Promise<void>((resolve) => after(waitMs, resolve))
  return people.prove(proof)
}

async function store(
  command: ProvisionCommand,
  credentials: Credentials,
  wanted: Wanted,
  isShown: By,
  deps: ProvisionDeps,
): Promise<ProvisionReport> {
  let isManager = isShown === 'manager'
  if ((command.readsPeople || command.readsRules) && !(await mayChangePeople(credentials, isShown, deps))) {
    // Whoever has the token may give a manager's right PIN as well.
    isManager = (await proveManager(wanted.people, deps))?.ok === true
    if (!isManager) return refuse(peopleNeedManager)
  }
  const people = await storePeople(wanted.people, deps)
  if (!people.ok) return refuse(people.fault)
  const settings = await deps.settings.change(wanted.settings, wanted.by)
  if (!settings.ok) return refuse(`${refusals.settings_not_saved.title}. ${wordsOf(settings.fault)}`)
  // The record gets it at the next start, as what was done to the people. Where there are none, nobody is answered to.
  if (people.value.length > 0) {
    const { address } = credentials
    const act = { act: 'credentials', what: 'provisioned', address } as const
    const noted = await deps.people.settings.keep({}, { untold: [act], fixesRules: false })
    if (!noted.ok) return refuse(wordsOf(noted.fault))
  }
  const { deviceId } = command
  const stored = await deps.vault.save(credentials, deviceId === undefined ? {} : { deviceId })
  if (!stored.ok || stored.value !== 'keychain') return refuse('The keychain did not keep the access token.')
  if (isManager) await deps.people.bind()
  const { note } = await deps.vault.look()
  const { tillName, storeId } = settings.value
  return {
    provisioned: true,
    serviceAddress: credentials.address,
    service: (await deps.askService(credentials)).said,
    deviceId: note?.deviceId ?? '',
    tillName,
    storeId,
    people: people.value,
    exportsSignedBy: await deps.signedBy(),
  }
}

type Refusal =
  | CredentialsFault
  | ChangeFault
  | Extract<Awaited<ReturnType<SettingsStore['change']>>, { ok: false }>['fault']

/** Says a fault in English, in the words of the window. Never quotes a typed address, which may hold a password. */
function wordsOf(fault: Refusal): string {
  switch (fault.kind) {
    case 'address_not_allowed': {
      const { meaning } = refusals.address_not_allowed.why[fault.why]
      return `${refusals.address_not_allowed.title}. ${typeof meaning === 'string' ? meaning : meaning(fault.address)}`
    }
    case 'address_by_policy':
      return `${refusals.address_by_policy.title}. ${refusals.address_by_policy.meaning(fault.address)}`
    case 'token_not_usable':
      return `${refusals.token_not_usable.title}. ${refusals.token_not_usable.why[fault.why]}`
    case 'person_not_possible':
      return refusals.person_not_possible.why[fault.why]
    case 'pin_weak':
    case 'set_by_policy':
    case 'test_build_address':
    case 'loopback_address':
    case 'people_damaged':
      return `${refusals[fault.kind].title}. ${refusals[fault.kind].next}`
    case 'people_held':
      return `${refusals.people_held.title}: another program holds the file “people” in the profile, or this account may not read it.`
    case 'keychain_unavailable':
    case 'settings_not_saved':
      return fault.detail
    default:
      return unreachable(fault)
  }
}

/**
 * Whether existing people may be changed: by one of their managers, or by the stored token if its service accepts it and
 * is the one that a manager connected.
 */
async function mayChangePeople(
  credentials: Credentials,
  isShown: By,
  { people, vault, askService }: ProvisionDeps,
): Promise<boolean> {
  const found = await people.view()
  if (!found.ok) return false
  const isThere = found.value.state === 'set' || found.value.state === 'stopped'
  if (!isThere || isShown === 'manager') return true
  const stored = await vault.withCredentials(async (known) => known)
  if (!stored.ok || !(await people.isBoundTo(stored.value.address))) return false
  const isSame = stored.value.address === credentials.address
  return isSame && (await askService(stored.value)).said === 'reached'
}

/** Adds or changes all of them or none, managers first. Returns the names of all people. */
async function storePeople(
  given: GivenPeople,
  { people }: ProvisionDeps,
): Promise<Result<readonly string[], string>> {
  const before = await people.view()
  if (!before.ok) return fail(wordsOfUnread(before.fault))
  const inOrder = [...given].sort((a, b) => Number(b.role === 'manager') - Number(a.role === 'manager'))
  const idOf = (wanted: string) => before.value.people.find(({ name }) => isSameName(name, wanted))?.id ?? ''
  if (inOrder.length > 0) {
    const saved = await people.saveAll(inOrder.map((one) => ({ ...one, id: idOf(one.name) })))
    if (!saved.ok) return fail(`${saved.fault.name} could not be set up. ${wordsOf(saved.fault.fault)}`)
  }
  const found = await people.view()
  return succeed(found.ok ? found.value.people.map(({ name }) => name) : [])
}

const notPeople = 'The second line does not say who: it is a list as JSON, on one line (see --help).'
const notRules =
  'The line after those before it does not say rules or reasons: it is an object as JSON, on one line (see --help).'
const peopleNeedManager =
  'This till has people: they, its rules and its reasons take a manager’s name and PIN (in the second line, with ' +
  '--people), or the token that is stored now, once the service that was connected before accepts it.'
const managerNeeded =
  'This till is in use, and its access token was removed: setting it up again needs a manager’s name and PIN (in the ' +
  'second line, with --people).'
const proofNeeded =
  'This till is in use: setting it up again needs a manager’s name and PIN (in the second line, with --people), ' +
  'or the access token that is stored now on a line after all others.'

/** Where a line is first wrong, and what was expected there. Nothing of what was found, which may be a PIN. */
function mistakesOf({ issues }: z.ZodError): string {
  const said = issues.slice(0, 3).map(({ code, path, message }) => {
    const why = code === 'unrecognized_keys' ? 'It has a member that is not known' : message
    return `${z.core.toDotPath(path) || 'All of it'}: ${why}.`
  })
  return said.join(' ')
}

function unusable(detail: string): string {
  return `The keychain of this account cannot be used: ${detail}`
}

function wordsOfUnread(fault: UnreadFault): string {
  return fault.kind === 'keychain_unavailable' ? unusable(fault.detail) : wordsOf(fault)
}

/** Printed while the program is open: it and provisioning would undo each other's writes. */
export const alreadyRunning: ProvisionReport = refuse(
  'Tillside is open on this account, or is being set up already. Close it, then set it up again.',
)
