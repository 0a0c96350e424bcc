/** Shapes that more than one part of the contract (contract.ts), the settings or the record has. */
import { z } from 'zod'
import { isLongerThan } from './text'

/** An input or output that says nothing. */
export const nothing = z.object({}).strict()
/** As it comes from a window it is only bounded; whoever compares it reads it. */
export const moment = z.string().max(40).describe('ISO 8601, UTC')
export const pin = z.string().max(64)
/** Minutes without a touch before a staffed till is locked. */
export const lockMinutesSchema = z.number().int().min(1).max(15)
export const reasonText = z.string().trim().min(1).max(500)
/** Where a person saved a file; '' when they cancelled. */
export const saved = z.object({ saved: z.boolean(), path: z.string() }).readonly()

/**
 * Takes a text of at most `max` code points, which the interface counts (interface.md §2.2), not UTF-16 units. So does JSON
 * Schema, which is told of it by name: zod's own check counts units.
 */
export function charactersSchema(max: number) {
  return z
    .string()
    .refine((text) => !isLongerThan(text, max), `longer than ${max} characters`)
    .meta({ maxLength: max })
}

/** Why the connection never came up: nothing of the request can have arrived (refund-protocol.md 3). */
export const connectFailures = [
  'name_lookup',
  'refused',
  'unreachable',
  'timeout',
  'certificate',
  'handshake',
  /** The certificate is in order, and its key is none of those that this PC's policy names. */
  'pin',
  /** The system's proxy could not be reached, or opened no way to the service. */
  'proxy',
  'proxy_sign_in',
  'aborted',
] as const
export const connectFailureSchema = z.enum(connectFailures)

/** Why a call that did connect has no complete answer: the service may or may not have acted. */
export const lostAnswers = ['timeout', 'reset', 'closed', 'truncated', 'too_large', 'malformed'] as const
export const lostAnswerSchema = z.enum(lostAnswers)

/** Why nothing was written to a connection that was, or might have come, up (refund-protocol.md 1 and 3). */
export const notBegunReasons = [
  /** The head of `sending` could not be kept in the keychain. */
  'head_not_kept',
  /** More than a minute lay between the question of the fresh show and the first byte, on one of the two clocks. */
  'too_late',
] as const
export const notBegunSchema = z.enum(notBegunReasons)

export type ConnectFailure = z.infer<typeof connectFailureSchema>
export type LostAnswer = z.infer<typeof lostAnswerSchema>
