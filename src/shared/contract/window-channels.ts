/** The part of the contract (contract.ts) that is about what leaves the screen, and about the window itself. */
import { z } from 'zod'
import { papers } from '../base/choices'
import { charactersSchema, nothing, saved } from '../base/common-schemas'

const paperSubject = z.enum(['receipt', 'store_copy', 'outcome', 'day', 'shift', 'test_slip'])
/** Of a slip, the refund that it is about: main counts its slips. '' for everything else. */
const marker = z.string().max(16)
/** The sheet of a shift is shown and printed once its person is signed out. */
const whoPrints = ({ subject }: { readonly subject: z.output<typeof paperSubject> }) =>
  subject === 'shift' ? 'anybody' : 'cashier'
/** How long the laid out strip is, in millimetres: a roll is cut there. */
const height = z.number().int().min(1).max(2000)

export const windowChannels = {
  /** Prints or saves what the window has laid out for paper (its print style sheet shows only that). */
  'paper:print': {
    input: z.object({ subject: paperSubject, marker, paper: z.enum(papers), height }).strict(),
    /** Closing the print dialog is no failure, and nothing was printed. */
    output: z.object({ done: z.enum(['printed', 'cancelled']) }).readonly(),
    who: whoPrints,
  },
  'paper:save-pdf': {
    input: z
      .object({
        subject: paperSubject,
        marker,
        paper: z.enum(papers),
        height,
        suggestedName: z.string().max(120),
      })
      .strict(),
    output: saved,
    who: whoPrints,
  },
  /** A link can be as long as any text of the interface (interface.md §2.2: 65,535 characters). */
  'clipboard:copy': {
    input: z.object({ text: charactersSchema(65_535) }).strict(),
    output: nothing,
    who: 'cashier',
  },
  /** Saves how this till is, for support; it holds nothing that is anybody's (docs/administration.md, "Support"). */
  'support:save-diagnostics': { input: nothing, output: saved, who: 'anybody' },
  /** The window could not draw a part of itself. Answers the reference of its line in the log. */
  'window:report-error': {
    input: z.object({ place: z.string().max(40), message: z.string().max(4000) }).strict(),
    output: z.object({ reference: z.string() }).readonly(),
    who: 'anybody',
  },
  /** Loads the page anew; what main has under way goes on. */
  'window:reload': { input: nothing, output: nothing, who: 'anybody' },
} as const
