import { z } from 'zod'
import {
  networkFields,
  networkSchema,
  type Policy,
  type PolicySettings,
  policyFields,
  policyKeys,
  settingsOfPolicy,
} from './policy-fields'

/** What holds of the network where there is no policy. */
export const noPolicy: Policy = networkSchema.parse({})

/** Where a key stands: `Enforced` holds whatever the till has saved, `Defaults` until it has saved something. */
type Group = 'Enforced' | 'Defaults'

type ParsedPolicy = {
  readonly policy: Policy
  readonly enforced: PolicySettings
  readonly defaults: PolicySettings
  /** In words, each of them. */
  readonly mistakes: readonly string[]
}

type Stated = { readonly group: Group; readonly key: string; readonly value: unknown }
type Split = { readonly stated: readonly Stated[]; readonly mistakes: readonly string[] }

const object = z.record(z.string(), z.unknown())
const notAnObject = 'it must be one JSON object: { "Enforced": { "key": value, … }, "Defaults": { … } }'

/**
 * Reads what a policy says, as JSON has it. Each mistake names the key and says what was expected. What can be read of
 * one that is wrong holds: a slip in one key takes no pin away.
 */
export function parsePolicy(content: unknown): ParsedPolicy {
  const { stated, mistakes } = split(content)
  const found = { Enforced: new Map<string, unknown>(), Defaults: new Map<string, unknown>() }
  const wrong = [...mistakes]
  for (const each of stated) {
    const why = whyWrong(each, found[each.group])
    if (why === null) found[each.group].set(each.key, each.value)
    else wrong.push(why)
  }
  const enforced = Object.fromEntries(found.Enforced)
  return {
    policy: networkSchema.parse(enforced),
    enforced: settingsOfPolicy.parse(enforced),
    defaults: settingsOfPolicy.parse(Object.fromEntries(found.Defaults)),
    mistakes: wrong,
  }
}

/** Every key with its group; one beside the groups is enforced. */
function split(content: unknown): Split {
  const whole = object.safeParse(content)
  if (!whole.success) return { stated: [], mistakes: [notAnObject] }
  const parts = Object.entries(whole.data).map(([key, value]): Split => {
    if (key !== 'Enforced' && key !== 'Defaults')
      return { stated: [{ group: 'Enforced', key, value }], mistakes: [] }
    const group = object.safeParse(value)
    if (!group.success) return { stated: [], mistakes: [`“${key}” must be an object: { "key": value, … }.`] }
    const entries = Object.entries(group.data)
    return { stated: entries.map(([name, each]) => ({ group: key, key: name, value: each })), mistakes: [] }
  })
  return { stated: parts.flatMap((part) => part.stated), mistakes: parts.flatMap((part) => part.mistakes) }
}

function whyWrong({ group, key, value }: Stated, before: ReadonlyMap<string, unknown>): string | null {
  const field = Object.entries(policyFields).find(([name]) => name === key)?.[1]
  if (field === undefined) return `“${key}” is no key of a policy. Its keys are ${policyKeys.join(', ')}.`
  if (group === 'Defaults' && key in networkFields) return `“${key}” can stand under Enforced only.`
  if (before.has(key)) return `“${key}” stands there twice.`
  if (field.safeParse(value).success) return null
  const where = group === 'Defaults' ? ' under Defaults' : ''
  return `“${key}”${where} must be ${field.description}.`
}
