import { z } from 'zod'
import {
  networkSchema,
  type Policy,
  type PolicySettings,
  policyFields,
  policyKeys,
  settingsOfPolicy,
} from './policy-fields'

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
