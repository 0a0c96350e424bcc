/** The schemas of the store's rules, reasons and advice, for the settings, the window and the administrator's policy. */
import { z } from 'zod'
import { maxReasons } from './reasons'
import { levels } from './rules'

const limit = z.number().int().nonnegative().max(1e15).nullable()
const steps = z.object({ second: limit, never: limit }).strict().readonly()
const level = z.enum(levels)

const maxCurrencies = 20

export const rulesSchema = z
  .object({
    money: z
      .array(
        z
          .object({
            currency: z.string().regex(/^[A-Z]{3}$/),
            amount: steps,
            cashierSum: steps,
            tillSum: steps,
          })
          .strict()
          .readonly(),
      )
      .max(maxCurrencies)
      .readonly(),
    cashierCount: steps,
    age: steps,
    typed: level,
    secondRefund: level,
    otherStore: level,
    otherReason: level,
    unknownStatus: level,
  })
  .strict()
  .readonly()

const maxReasonLength = 40

/** The store's own advice on the service's messages (advice.ts). */
export const adviceSchema = z
  .array(
    z
      .object({ contains: z.string().min(1).max(80), advice: z.string().min(1).max(200) })
      .strict()
      .readonly(),
  )
  .max(20)
  .readonly()

/** Codes of usual reasons and the store's own words, each once, in the order of the form. */
export const reasonsSchema = z
  .array(z.string().trim().min(1).max(maxReasonLength))
  .min(1)
  .max(maxReasons)
  .refine((list) => new Set(list).size === list.length, 'a reason stands in it twice')
  .readonly()
