import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import {
  networkSchema,
  type Policy,
  type PolicyKey,
  type PolicySettings,
  policyFields,
  policyKeys,
  settingsOfPolicy,
} from './policy-fields'
import { type FoundPolicy, readOwnedFile } from './policy-places'

/** What holds of the network where there is no policy. */
export const noPolicy: Policy = networkSchema.parse({})

type ParsedPolicy = {
  readonly policy: Policy
  readonly settings: PolicySettings
  /** In words, each of them. */
  readonly mistakes: readonly string[]
}

const object = z.record(z.string(), z.unknown())
const notAnObject = 'it must be one JSON object: { "key": value, … }'

/**
 * Reads what a policy says, as JSON has it. Each mistake names the key and says what was expected. What can be read of
 * one that is wrong holds: a slip in one key takes no pin away.
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
  /** What holds of the network: of a policy that is wrong, what can be read of it. */
  readonly policy: Policy
  /** What holds of the settings, whatever the till has saved. */
  readonly settings: PolicySettings
  /** The administrator's certificate authorities, as PEM. */
  readonly authorities: readonly string[]
  /** What is wrong, naming file, key and what was expected; null when nothing is. Refunds are off until then. */
  readonly problem: string | null
}

const absent: ReadPolicy = { policy: noPolicy, settings: {}, authorities: [], problem: null }

/** Reads what the administrator's policy says. None at all is no mistake. */
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

const key: PolicyKey = 'certificateAuthorities'

function readAuthorities(file: string | undefined, owner: number | null): Authorities {
  if (file === undefined) return { authorities: [], problem: null }
  const wrong = (why: string): Authorities => ({ authorities: [], problem: `“${key}”: ${file}: ${why}.` })
  // Whose a file is cannot be told there, and a cashier's authority must not be trusted.
  if (owner === null) return wrong('on Windows, put the authorities into this PC’s own store instead')
  const found = readOwnedFile(file, owner)
  if (found.kind === 'absent') return wrong('there is no such file')
  if (found.kind === 'refused') return wrong(found.why)
  const authorities = found.text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (authorities.length === 0) return wrong('it must hold certificates in PEM form')
  return authorities.every(isAuthority)
    ? { authorities, problem: null }
    : wrong('every certificate in it must be a certificate authority’s')
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}
