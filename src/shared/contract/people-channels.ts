/** The part of the contract (contract.ts) that is about who stands at the till. PINs, badges and tokens go in and never come out. */
import { z } from 'zod'
import { nothing } from '../base/common-schemas'
import { personChange, personProof } from '../people/people'
import { appStateSchema } from './app-state'

export const peopleChannels = {
  /** Signs in at a staffed till, also over somebody else or a lock. */
  'people:sign-in': {
    input: z.object({ proof: personProof }).strict(),
    output: appStateSchema,
    who: 'anybody',
  },
  /**
   * Whether a scanned code is somebody's badge, who signs in by it unless a form has asked for it. Every other code is to be
   * looked up: it counts as nobody's try.
   */
  'people:scan': {
    input: z.object({ code: z.string().max(4096), signsIn: z.boolean() }).strict(),
    output: z.object({ isBadge: z.boolean() }).readonly(),
    who: 'anybody',
  },
  /** Locks a staffed till, and closes the rights to help. */
  'people:lock': {
    input: z.object({ why: z.enum(['key', 'refund']) }).strict(),
    output: appStateSchema,
    who: 'anybody',
  },
  /** Restarts the time until the lock: somebody uses keys, scanner or pointer. */
  'people:active': { input: nothing, output: nothing, who: 'anybody' },
  /**
   * Opens the rights of a supervisor or manager who helps at the till: they end by themselves two minutes after they were
   * last used, and ten minutes after they were opened.
   */
  'rights:begin': {
    input: z.discriminatedUnion('with', [
      ...personProof.options,
      z.object({ with: z.literal('token'), stored: z.string().max(16_384) }).strict(),
    ]),
    output: appStateSchema,
    who: 'anybody',
  },
  'rights:end': { input: nothing, output: appStateSchema, who: 'anybody' },
  /** Adds somebody, or changes one; the first is a manager. */
  'people:save': { input: personChange, output: appStateSchema, who: 'manager_in_person' },
  'people:remove': {
    input: z.object({ id: z.string().max(32) }).strict(),
    output: appStateSchema,
    who: 'manager_in_person',
  },
} as const
