import path from 'node:path'
import { z } from 'zod'

/** A public key as `payments/secure-socket.ts` pins it: 32 bytes in Base64. */
const pin = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)

/**
 * What the administrator of this PC may say, one line for each key: its form, what holds without it, and what somebody
 * who wrote it wrongly reads ("must be …").
 */
export const policySchema = z.strictObject({
  allowLoopbackService: z.boolean().default(false).describe('true or false'),
  certificateAuthorities: z
    .string()
    .refine(path.isAbsolute)
    .optional()
    .describe('the full path of a PEM file'),
  pins: z
    .tuple([pin, pin])
    .refine(areTwo)
    .optional()
    .describe('two SHA-256 hashes in Base64, of the key in use and a spare'),
  updateAddress: z
    .string()
    .regex(/^https?:\/\/[^?#]+$/)
    .optional()
    .describe('the https address of the folder in which new versions lie'),
  updateHour: z.number().int().min(0).max(23).optional().describe('an hour of the day, 0 to 23'),
  proxy: z.enum(['system', 'none']).default('system').describe('"system" or "none"'),
})
export type Policy = Readonly<z.infer<typeof policySchema>>

/** What holds where there is no policy. */
export const noPolicy: Policy = policySchema.parse({})

function areTwo([one, other]: readonly [string, string]): boolean {
  return one !== other
}

export type PolicyKey = keyof typeof policySchema.shape

/** What the policy is wrong in, key by key, in words; null for what is wrong as a whole. */
export type Mistake = { readonly key: string | null; readonly words: string }

/** Reads what stands in a policy file. Each mistake names the key and says what was expected. */
export function parsePolicy(text: string): {
  readonly policy: Policy
  readonly mistakes: readonly Mistake[]
} {
  const given = parseJson(text)
  const parsed = policySchema.safeParse(given)
  if (parsed.success) return { policy: parsed.data, mistakes: [] }
  const mistakes = parsed.error.issues.flatMap(mistakesOf)
  const wrong = new Set(mistakes.map(({ key }) => key))
  if (wrong.has(null)) return { policy: noPolicy, mistakes }
  // What can be read of it holds: a slip in one key takes no pin away.
  const rest = Object.entries(z.record(z.string(), z.unknown()).parse(given)).filter(
    ([key]) => !wrong.has(key),
  )
  return { policy: policySchema.parse(Object.fromEntries(rest)), mistakes }
}

const keys = Object.keys(policySchema.shape)

function mistakesOf(issue: z.core.$ZodIssue): readonly Mistake[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      key,
      words: `“${key}” is no key of a policy. Its keys are ${keys.join(', ')}.`,
    }))
  }
  const [key] = issue.path
  const field = Object.entries(policySchema.shape).find(([name]) => name === key)
  if (field === undefined) return [{ key: null, words: 'it must be one JSON object: { "key": value, … }' }]
  const [name, { description }] = field
  return [{ key: name, words: `“${name}” must be ${description}.` }]
}

/** Undefined, which is no policy, for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
