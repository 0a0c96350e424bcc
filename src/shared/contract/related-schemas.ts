/** Related records as they cross between main and the window (contract.ts). */
import { z } from 'zod'
import { relatedKinds } from '../lookup/related'

export const relatedKindSchema = z.enum(relatedKinds)
/** Which of the four are asked for: each at most once, in the order of `relatedKinds`. */
export const chosenRelatedSchema = z
  .array(relatedKindSchema)
  .readonly()
  .transform((chosen): readonly (typeof relatedKinds)[number][] =>
    relatedKinds.filter((kind) => chosen.includes(kind)),
  )

/**
 * One related record as labelled lines, whatever its shape was (interface.md §2.2: "not shown"): a nested name
 * is a path with dots, a bare value has the name ''. No lines: the service says that there is none.
 */
export const relatedRecordSchema = z
  .object({
    kind: relatedKindSchema,
    lines: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
    /** There were more lines, or longer ones, than are kept. */
    cut: z.boolean(),
    source: z.enum(['service', 'saved']),
    /** When it came from the service: ISO 8601, UTC. */
    at: z.string(),
  })
  .readonly()
export type RelatedRecord = z.infer<typeof relatedRecordSchema>
