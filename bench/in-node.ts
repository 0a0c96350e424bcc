/** What needs no window: a record of ten years, calls to a service, and what was made to freeze the till. */
import { temporaryFolder } from '../scripts/setup/folders'
import { say } from '../scripts/setup/project.mjs'
import { beyond, type Figure, figureOf, quantile } from './figures'
import { longJournal, quick, written } from './plan'
import { runProgram } from './tills'

/** architecture.md's budgets, in milliseconds. */
const openingBudget = 300
const pageBudget = 20
/** The main process gives way within this, in milliseconds, whatever it is given. */
const pauseBudget = 50

type Times<Name extends string> = Readonly<Record<Name, readonly number[]>>

/** A record of ten years: what opening, Activity, a refund and the work behind the cashier take. */
export async function recordFigures(): Promise<readonly Figure[]> {
  const { refunds, highWater } = longJournal
  say(`one record of ${written(refunds)} refunds …`)
  const times: Times<'empty' | 'opening' | 'watched' | 'afterMonth' | 'withoutIndex' | 'line' | 'slices'> & {
    readonly pages: Times<string>
  } = await runProgram('measure-journal', temporaryFolder('journal'), refunds, highWater)
  const size = `${written(refunds)} refunds, ${written(highWater)} high-water values`
  const empty = quantile(times.empty, 0.5)
  const opening = (what: string, values: readonly number[]) => {
    const more = values.map((value) => value - empty)
    return figureOf(what, 'ms', more, { most: openingBudget })
  }
  return [
    opening(`a record opens, beyond an empty one: ${size}`, times.opening),
    opening('the same with sixty refunds watched', times.watched),
    opening('the same after the till was off for a month', times.afterMonth),
    figureOf('the same without its index: the last month is read first', 'ms', times.withoutIndex),
    figureOf('a line is on the disk', 'ms', times.line),
    figureOf('a slice of the work behind the cashier, 99 of 100', 'ms', times.slices, { share: 0.99 }),
    figureOf(`the index made anew and all verified, pauses left out: ${size}`, 'ms', [
      times.slices.reduce((sum, slice) => sum + slice, 0),
    ]),
    ...Object.entries(times.pages).map(([name, values]) =>
      figureOf(`Activity, a page of 100: ${name}`, 'ms', values, { most: pageBudget }),
    ),
  ]
}

export async function callFigures(): Promise<readonly Figure[]> {
  say('calls to a local service …')
  const times: Times<'show' | 'rawShow' | 'refund' | 'rawRefund'> = await runProgram(
    'service-calls',
    quick ? 60 : 300,
  )
  const { show, rawShow, refund, rawRefund } = times
  const p95 = (ours: readonly number[], raw: readonly number[], most: number) =>
    ['ms', beyond(ours, raw), { share: 0.95, most }] as const
  return [
    figureOf('a show, median', 'ms', show, { beside: ['a raw request', rawShow] }),
    figureOf('a show beyond the raw request, p95', ...p95(show, rawShow, 5)),
    figureOf('a refund, median', 'ms', refund, { beside: ['a raw show and POST', rawRefund] }),
    figureOf('a refund beyond the service’s own time, p95', ...p95(refund, rawRefund, 30)),
  ]
}

/** What was made to freeze the till: the longest time in which the main process gives nobody a turn. */
export async function hostileInputFigures(): Promise<readonly Figure[]> {
  say('lists and answers that were made to freeze the till …')
  const times: Times<string> = await runProgram('hostile-inputs', quick ? 2 : 5)
  return Object.entries(times)
    .filter(([name]) => !name.startsWith('honest'))
    .map(([name, pauses]) => {
      const honest = `honest ${name.split(' ')[0]}`
      return figureOf(`main’s longest pause, the largest ${name}`, 'ms', pauses, {
        beside: [`an ${honest} of that size`, times[honest] ?? []],
        most: pauseBudget,
      })
    })
}
