import { z } from 'zod'
import { moment } from './common-schemas'

/** Why no server is asked for new versions. */
export const updateOffReasons = ['not_set', 'no_key', 'address', 'practice'] as const

/** Why what a server said, or its file, was not taken; or what went wrong on this PC. */
export const updateProblems = [
  'unreachable',
  'not_there',
  'too_long',
  'too_slow',
  'cut_short',
  'malformed',
  'not_json',
  'no_file',
  'wrong_signature',
  'older',
  'wrong_length',
  'wrong_hash',
  'no_room',
  'not_installed',
] as const
export type UpdateProblem = (typeof updateProblems)[number]

/** What happens next to a new version, or what it waits for. */
export const updateNext = [
  'turn',
  'package_manager',
  'administrator',
  'download',
  'hour',
  'refund',
  'person',
  'installing',
] as const
export type UpdateNext = (typeof updateNext)[number]

const problem = z.enum(updateProblems).nullable()

/** How it stands with new versions of the program, as Settings, About says it. */
export const updateStateSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('off'), why: z.enum(updateOffReasons) }),
    /** Nothing newer is known. `askedAt` is when the server last gave an answer that could be used. */
    z.object({ kind: z.literal('none'), askedAt: moment.nullable(), problem }),
    z.object({
      kind: z.literal('newer'),
      version: z.string(),
      next: z.enum(updateNext),
      /** The hour of the day at which it may be installed, 0 to 23, by this PC's clock. */
      hour: z.number().int().min(0).max(23),
      problem,
    }),
  ])
  .readonly()
export type UpdateState = z.infer<typeof updateStateSchema>
