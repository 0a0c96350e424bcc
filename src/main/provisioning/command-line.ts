import { type RelatedKind, relatedKinds } from '../../shared/related'
import { readWholeNumber, retentionLimits } from '../../shared/retention'
import type { GivenKeys } from '../journal/export/export-keys'
import { codeOfLink, usableCode } from '../lookup/requested-codes'
import { type Option, readOptions } from './read-options'

/** What the command line asks the program to do (architecture.md, "Words and places"). */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | OpenCommand
  | ProvisionCommand
  | { readonly kind: 'verify_journal'; readonly file: string; readonly keys: GivenKeys }
  /** A word for the person who typed it; nothing is done. */
  | { readonly kind: 'mistake'; readonly message: string }

/** `policyFile` takes the place of the administrator's, in builds for development and trials only. */
type WithPolicyFile = { readonly policyFile?: string }

export type OpenCommand = WithPolicyFile & {
  readonly kind: 'open'
  readonly practice: boolean
  /** Whether the window covers the whole screen, without a frame. */
  readonly kiosk?: true
  /** The code that the window is to look up, by `--lookup` or by a link. */
  readonly lookUp?: string
  /** Whether the system started it with the PC; then it opens only where the policy says so. */
  readonly withPc?: true
}

export type ProvisionCommand = WithPolicyFile & {
  readonly kind: 'provision'
  readonly serviceAddress: string
  readonly deviceId: string | null
  readonly storeName: string | null
  /** The `store_id` of this till's own store, and which related records are asked for; null leaves it as it is. */
  readonly storeId: string | null
  readonly related: readonly RelatedKind[] | null
  /** Whether a second line of standard input is the supervisor's PIN. */
  readonly readsPin: boolean
  /** The address that the new one takes the place of: the same service (refund-protocol.md 14); null when none does. */
  readonly movedFrom: string | null
  /** How long saved copies are kept, and how many; null leaves it as it is. */
  readonly keepDays: number | null
  readonly keepCopies: number | null
}

const flags = [
  'help',
  'version',
  'practice',
  'kiosk',
  'with-pc',
  'provision',
  'token-stdin',
  'supervisor-pin',
] as const
const provisioningValues = [
  'service-url',
  'device-id',
  'store-name',
  'store-id',
  'related',
  'keep-days',
  'keep-copies',
  'moved-from',
] as const
const keyNames = ['public-key', 'verification-key'] as const
const values = [...provisioningValues, 'lookup', 'verify-journal', ...keyNames, 'policy-file'] as const
const onlyWhenProvisioning = ['token-stdin', 'supervisor-pin', ...provisioningValues]
/** Every option that is the program's own. */
export const ourNames: readonly string[] = [...flags, ...values]

function problemOf({ name, value }: Option): string | null {
  if ((flags as readonly string[]).includes(name)) {
    return value === null ? null : `--${name} takes no value.`
  }
  if ((values as readonly string[]).includes(name)) {
    return value === null || value.trim() === '' ? `--${name} needs a value: --${name}=…` : null
  }
  // One of Chromium's: a packaged program looks at it in refused-switch.ts.
  return null
}

const keepLimits = { 'keep-days': retentionLimits.days, 'keep-copies': retentionLimits.count } as const

/** A number that was given; null when none was, undefined when it is not one that may be. */
function keepNumber(
  given: ReadonlyMap<string, string | null>,
  name: keyof typeof keepLimits,
): number | null | undefined {
  const text = given.get(name) ?? null
  return text === null ? null : (readWholeNumber(text, keepLimits[name]) ?? undefined)
}

function keepMistake(name: keyof typeof keepLimits): Command {
  const { least, most } = keepLimits[name]
  return mistake(`--${name} needs a whole number from ${least} to ${most}.`)
}

/** Longest texts that the settings keep, in characters. */
const longestTexts = { 'device-id': 64, 'store-name': 80, 'store-id': 64 } as const

function tooLong(given: ReadonlyMap<string, string | null>): Command | null {
  for (const [name, most] of Object.entries(longestTexts)) {
    if (Array.from(given.get(name)?.trim() ?? '').length > most) {
      return mistake(`--${name} can have ${most} characters at most.`)
    }
  }
  return null
}

/** What was given for `--related`; null when nothing was, undefined when a word in it is none of ours. */
function relatedGiven(given: ReadonlyMap<string, string | null>): readonly RelatedKind[] | null | undefined {
  const text = given.get('related') ?? null
  if (text === null) return null
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  if (words.length === 1 && words[0] === 'none') return []
  const known = relatedKinds.filter((kind) => words.includes(kind))
  return words.every((word) => known.some((kind) => kind === word)) ? known : undefined
}

function provision(given: ReadonlyMap<string, string | null>): Command {
  const serviceAddress = given.get('service-url')
  if (given.has('practice')) return mistake('--practice needs no provisioning.')
  if (serviceAddress === undefined || serviceAddress === null) {
    return mistake('--provision needs the address of the payment service: --service-url=URL')
  }
  if (!given.has('token-stdin')) {
    return mistake('--provision reads the access token from standard input: add --token-stdin')
  }
  const keepDays = keepNumber(given, 'keep-days')
  const keepCopies = keepNumber(given, 'keep-copies')
  if (keepDays === undefined) return keepMistake('keep-days')
  if (keepCopies === undefined) return keepMistake('keep-copies')
  const related = relatedGiven(given)
  if (related === undefined) {
    return mistake(`--related takes ${relatedKinds.join(', ')}, several with commas between them, or none.`)
  }
  const long = tooLong(given)
  if (long !== null) return long
  return {
    kind: 'provision',
    serviceAddress: serviceAddress.trim(),
    deviceId: given.get('device-id')?.trim() ?? null,
    storeName: given.get('store-name')?.trim() ?? null,
    storeId: given.get('store-id')?.trim() ?? null,
    related,
    readsPin: given.has('supervisor-pin'),
    movedFrom: given.get('moved-from')?.trim() ?? null,
    keepDays,
    keepCopies,
  }
}

/** The look-up that the words ask for, by an option or a link; null where they ask for none, a mistake where it cannot be. */
function lookUpAskedBy(
  words: readonly string[],
  given: ReadonlyMap<string, string | null>,
): { readonly code: string } | { readonly mistake: string } | null {
  const links = words.filter((word) => /^tillside:/i.test(word))
  const text = given.get('lookup') ?? null
  if (links.length + (text === null ? 0 : 1) > 1) return { mistake: 'One code can be looked up at a time.' }
  if (text !== null) {
    const code = usableCode(text)
    return code === null
      ? { mistake: '--lookup needs the code of a receipt: 64 characters at most.' }
      : { code }
  }
  const [link] = links
  if (link === undefined) return null
  const code = codeOfLink(link)
  return code === null ? { mistake: 'A link must read tillside://lookup?code=CODE, and no more.' } : { code }
}

function mistake(message: string): Command {
  return { kind: 'mistake', message }
}

/**
 * Reads the words after the program's name. Words that are no options (the path of the app in development)
 * and the switches of Chromium and Electron pass unread. It never throws: what cannot be meant is a mistake.
 * @param takesTestOptions false for the program that stores use: whoever starts it has no policy of his own.
 */
export function readCommandLine(words: readonly string[], takesTestOptions = false): Command {
  const options = readOptions(words)
  const given = new Map(options.map(({ name, value }) => [name, value]))
  for (const option of options) {
    const problem = problemOf(option)
    if (problem !== null) return mistake(problem)
  }
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  const file = given.get('verify-journal')
  if (file !== undefined && file !== null) {
    const keys = {
      publicKey: given.get('public-key') ?? null,
      verificationKey: given.get('verification-key') ?? null,
    }
    return { kind: 'verify_journal', file, keys }
  }
  const strayKey = keyNames.find((name) => given.has(name))
  if (strayKey !== undefined) return mistake(`--${strayKey} belongs to --verify-journal.`)
  const policyFile = given.get('policy-file') ?? null
  if (policyFile !== null && !takesTestOptions)
    return mistake('--policy-file is for development builds only.')
  const withPolicy = policyFile === null ? {} : { policyFile }
  if (given.has('provision')) return { ...provision(given), ...withPolicy }
  const stray = onlyWhenProvisioning.find((name) => given.has(name))
  if (stray !== undefined) return mistake(`--${stray} belongs to --provision.`)
  const asked = lookUpAskedBy(words, given)
  if (asked !== null && 'mistake' in asked) return mistake(asked.mistake)
  return {
    kind: 'open',
    practice: given.has('practice'),
    ...(given.has('kiosk') ? ({ kiosk: true } as const) : {}),
    ...(asked === null ? {} : { lookUp: asked.code }),
    ...(given.has('with-pc') ? ({ withPc: true } as const) : {}),
    ...withPolicy,
  }
}
