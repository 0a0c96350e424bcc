/** The administrator's policy: its keys, and how they are read. */

import { X509Certificate } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { languages, maxSoundVolume, papers, textSizes, themes } from '../../shared/base/choices'
import { parseJson, tryOr } from '../../shared/base/result'
import { relatedKinds } from '../../shared/payment/codes'
import { adviceSchema, rulesSchema } from '../../shared/people/people'
import { usualReasons } from '../../shared/people/rules'
import { readServiceAddress } from '../service/address'
import { type FoundPolicy, readOwnedFile } from './policy-places'
import { retentionLimits, settingsSchema } from './settings'

/** A pin (service/connection.ts): 32 bytes in Base64. */
const pin = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)

/** Parses JSON in a text: the registry of Windows has no objects. */
function asJson(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value
}

/** The keys that Settings does not have. */
const networkFields = {
  allowLoopbackService: z.boolean().default(false).describe('true or false'),
  certificateAuthorities: z
    .string()
    .refine(path.isAbsolute)
    .optional()
    .describe('the full path of a PEM file'),
  pins: z
    .tuple([pin, pin])
    .refine(([one, other]) => one !== other)
    .optional()
    .describe('two SHA-256 hashes in Base64, of the key in use and a spare'),
  proxy: z.enum(['system', 'none']).default('system').describe('"system" or "none"'),
  startWithPc: z.enum(['no', 'window', 'kiosk']).default('no').describe('"no", "window" or "kiosk"'),
  /** Shown to the cashier when the service refuses a refund with such a message (renderer/words/refund.ts). */
  advice: z
    .preprocess(asJson, adviceSchema)
    .default([])
    .describe('a list of { "contains": text, "advice": text }, 20 at most'),
  /** The folder where the store's own system puts lists of codes (main/lists). */
  watchedFolder: z
    .string()
    .max(4096)
    .refine((folder) => folder === '' || path.isAbsolute(folder))
    .default('')
    .describe('the full path of a folder, or an empty text'),
}

const { days, count } = retentionLimits
const oneOf = (values: readonly (string | number)[]) => `one of ${values.join(', ')}`
const between = ({ min, max }: { readonly min: number; readonly max: number }) =>
  `a whole number from ${min} to ${max}`

const { shape } = settingsSchema

/** The keys that Settings has too, in the same form. */
const settingFields = {
  rules: z
    .preprocess(asJson, rulesSchema)
    .describe('the store’s rules, in the form that docs/administration.md shows'),
  reasons: shape.reasons
    .unwrap()
    .describe(`a list of 1 to 9 reasons: ${usualReasons.join(', ')}, or own words`),
  serviceAddress: z
    .string()
    .refine((text) => readServiceAddress(text).ok)
    .describe('the https address of a payment service, without a name, a password, "?" or "#"'),
  tillName: shape.tillName.unwrap().describe('a text of 80 characters at most'),
  storeId: shape.storeId.unwrap().describe('a text of 64 characters at most'),
  related: shape.related.unwrap().describe(`a list of ${relatedKinds.join(', ')}, or an empty one`),
  cashier: shape.cashier.unwrap().describe('a text of 80 characters at most'),
  language: shape.language.unwrap().describe(oneOf(['system', ...languages])),
  paperLanguages: shape.paperLanguages.unwrap().describe(`a list of two of ${languages.join(', ')} at most`),
  theme: shape.theme.unwrap().describe(oneOf(themes)),
  paper: shape.paper.unwrap().describe(oneOf(papers)),
  textSize: shape.textSize.unwrap().describe(oneOf(textSizes)),
  soundVolume: shape.soundVolume.unwrap().describe(between({ min: 0, max: maxSoundVolume })),
  keepDays: shape.keepDays.unwrap().describe(between(days)),
  keepCopies: shape.keepCopies.unwrap().describe(between(count)),
}

/** Every key: its form, and its description in messages ("must be …"). */
export const policyFields = { ...networkFields, ...settingFields }
export const policyKeys = Object.keys(policyFields)

export const networkSchema = z.object(networkFields)
export type Policy = Readonly<z.infer<typeof networkSchema>>

const settingsOfPolicy = z.object(settingFields).partial()
type PolicySettings = Readonly<z.output<typeof settingsOfPolicy>>

export const noPolicy: Policy = networkSchema.parse({})

type ParsedPolicy = {
  readonly policy: Policy
  readonly settings: PolicySettings
  /** A sentence for each. */
  readonly mistakes: readonly string[]
}

const object = z.record(z.string(), z.unknown())
const notAnObject = 'it must be one JSON object: { "key": value, … }'

/**
 * Reads a policy from parsed JSON. Each mistake names its key and what was expected. Keys without a mistake hold, so that
 * a slip in one key takes no pin away.
 */
export function parsePolicy(content: unknown): ParsedPolicy {
  const whole = object.safeParse(content)
  const stated = Object.entries(whole.success ? whole.data : {})
  const wrong = stated.flatMap(([key, value]) => {
    const why = whyWrong(key, value)
    return why === null ? [] : [{ key, why }]
  })
  const right = Object.fromEntries(stated.filter(([key]) => !wrong.some((each) => each.key === key)))
  return {
    policy: networkSchema.parse(right),
    settings: settingsOfPolicy.parse(right),
    mistakes: whole.success ? wrong.map(({ why }) => why) : [notAnObject],
  }
}

function whyWrong(key: string, value: unknown): string | null {
  const field = Object.entries(policyFields).find(([name]) => name === key)?.[1]
  if (field === undefined) return `“${key}” is no key of a policy. Its keys are ${policyKeys.join(', ')}.`
  return field.safeParse(value).success ? null : `“${key}” must be ${field.description}.`
}

export type ReadPolicy = {
  /** The keys that Settings does not have. */
  readonly policy: Policy
  /** The keys that Settings has too. */
  readonly settings: PolicySettings
  /** The administrator's certificate authorities, as PEM. */
  readonly authorities: readonly string[]
  /** What is wrong, naming file, key and what was expected; null when nothing is. Turns refunds off. */
  readonly problem: string | null
}

const absent: ReadPolicy = { policy: noPolicy, settings: {}, authorities: [], problem: null }

/** Returns what applies in practice: how the till looks, sounds and prints. A mistake in the rest does not turn refunds off there. */
export function policyInPractice({ settings }: ReadPolicy): ReadPolicy {
  const { language, paperLanguages, theme, paper, textSize, soundVolume } = settings
  return { ...absent, settings: { language, paperLanguages, theme, paper, textSize, soundVolume } }
}

/** Reads the administrator's policy. An absent one is no problem. */
export function readPolicy(found: FoundPolicy): ReadPolicy {
  if (found.kind === 'absent') return absent
  if (found.kind === 'refused') return { ...absent, problem: `${found.place}: ${found.why}.` }
  const { mistakes, ...parsed } = parsePolicy(found.content)
  const pem = readAuthorities(parsed.policy.certificateAuthorities, found.owner)
  const words = [...mistakes, ...(pem.problem === null ? [] : [pem.problem])]
  return {
    ...parsed,
    authorities: pem.authorities,
    problem: words.length === 0 ? null : `${found.place}: ${words.join(' ')}`,
  }
}

type Authorities = Pick<ReadPolicy, 'authorities' | 'problem'>

function readAuthorities(file: string | undefined, owner: number | null): Authorities {
  if (file === undefined) return { authorities: [], problem: null }
  const wrong = (why: string): Authorities => ({
    authorities: [],
    problem: `“certificateAuthorities”: ${file}: ${why}.`,
  })
  // Windows does not tell who owns a file, and a cashier's authority must not be trusted.
  if (owner === null) return wrong('on Windows, put the authorities into this PC’s own store instead')
  const found = readOwnedFile(file, owner)
  if (!found.ok) return wrong(found.fault)
  if (found.value === null) return wrong('there is no such file')
  const authorities = found.value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (authorities.length === 0) return wrong('it must hold certificates in PEM form')
  return authorities.every(isAuthority)
    ? { authorities, problem: null }
    : wrong('every certificate in it must be a certificate authority’s')
}

function isAuthority(pem: string): boolean {
  return tryOr(() => new X509Certificate(pem).ca, false)
}
