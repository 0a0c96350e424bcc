/** Why a call to the service has no complete answer. */
import { z } from 'zod'

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
