/**
 * The real program, killed by strace at its writes to the journal while a refund is under way:
 */

import { whyNotTraceable } from '../../proof/wire/tracer'
import { outcomeHeading, refundByKeys } from '../fixtures/counter'
import { expect, type Opened, type Till } from '../fixtures/till'
import { checkAfterKill, type Payment, type Reached } from './after-the-kill'
import { type Line, lookUpByField, test } from './line-to-service'
import { openTraced } from './traced-program'

type Call = 'write' | 'fdatasync'

/** Far more than a refund has calls, each at another place: the sweep does come to its end. */
const most = 120

/** One kill: at which of the attempt's calls, how far the refund had got, what had arrived. */
type Death = { readonly place: number; readonly reached: Reached; readonly posts: number }

const minutes = 60_000

function newPayment(line: Line, number: number): Payment {
  const code = `WRITE-2026-${1000 + number}`
  line.service.ledger.addTransaction({ id: `write-${number}`, custom_id: code, amount: 12050 })
  return { id: `write-${number}`, code }
}

/** Null when the refund came to its end before the injection's turn. */
async function killOnce(
  line: Line,
  till: Till,
  payment: Payment,
  injection: { readonly call: Call; readonly at: number },
): Promise<Omit<Death, 'reached'> | null> {
  const sent = line.proxy.refunds.length
  const program = await openTraced(line, till.profile, { ...injection, fault: 'KILL' })
  await lookUpByField(program.page, payment.code)
  const place = injection.at - program.calls()
  // It may be gone before the last key is up: what the keys come to is told by the journal.
  const confirmed = refundByKeys(program.page).then(() =>
    outcomeHeading(program.page).waitFor({ timeout: 0 }),
  )
  const killed = program.gone.then(() => true)
  if (!(await Promise.race([killed, confirmed.then(() => false).catch(() => killed)]))) {
    await program.app.close()
    program.forget()
    return null
  }
  expect(program.wasKilled()).toBe(true)
  program.forget()
  return { place, posts: line.proxy.refunds.length - sent }
}

/**
 * Makes the next payment and lets the till see it once, so that its high-water value is in the journal: then the first
 * write after the cashier's confirmation is the refund's own.
 */
async function closeWithNext(line: Line, { app, page }: Opened, number: number): Promise<Payment> {
  const payment = newPayment(line, number)
  await lookUpByField(page, payment.code)
  await app.close()
  return payment
}

/** How often the call is made before the cashier confirms: opening the journal writes too. */
async function callsBefore(line: Line, till: Till, call: Call, payment: Payment): Promise<number> {
  const program = await openTraced(line, till.profile, call)
  await lookUpByField(program.page, payment.code)
  const calls = program.calls()
  await program.app.close()
  program.forget()
  return calls
}

/** Kills at every call of the attempt, each time with another payment, until no call is left. */
async function sweep(line: Line, till: Till, call: Call): Promise<readonly Death[]> {
  const obstacle = whyNotTraceable()
  if (obstacle !== null) throw new Error(obstacle)
  let payment = await closeWithNext(line, await line.open(), 0)
  let before = await callsBefore(line, till, call, payment)
  let place = 1
  const deaths: Death[] = []
  for (;;) {
    const death = await killOnce(line, till, payment, { call, at: before + place })
    if (death === null) {
      // For people who read the report: at how many calls the program was killed.
      test.info().annotations.push({ type: `killed at ${call}`, description: String(deaths.length) })
      return deaths
    }
    // What the program writes as it opens grows with the journal: no call is left out because of that.
    before += place - death.place
    if (death.place === place) place += 1
    expect(deaths.length).toBeLessThan(most)
    const opened = await line.open()
    // No later start may find lines of the future.
    line.letPass(3)
    deaths.push({ ...death, reached: await checkAfterKill(line, opened, payment) })
    payment = await closeWithNext(line, opened, deaths.length)
  }
}

function summary(deaths: readonly Death[]) {
  const posts = (reached: Reached) =>
    [...new Set(deaths.filter((death) => death.reached === reached).map((death) => death.posts))].sort()
  return {
    nothing: posts('nothing'),
    sending: posts('sending'),
    answered: posts('answered'),
  }
}

// strace is Linux's. The journal's code is the same elsewhere, and its other tests run there.
if (process.platform === 'linux') {
  test.describe.configure({ mode: 'parallel' })

  test('killed at each flush of the journal: at most one POST, and nothing written is lost', async ({
    line,
    till,
  }) => {
    test.setTimeout(5 * minutes)
    const deaths = await sweep(line, till, 'fdatasync')
    expect(summary(deaths)).toMatchObject({ sending: [0], answered: [1] })
  })

  test('killed at each write to the record: at most one POST, and nothing written is lost', async ({
    line,
    till,
  }) => {
    test.setTimeout(5 * minutes)
    const deaths = await sweep(line, till, 'write')
    expect(deaths.length).toBeGreaterThan(1)
    const sent = { nothing: 0, sending: 1, answered: 1 }
    expect(deaths.map(({ posts }) => posts)).toEqual(deaths.map(({ reached }) => sent[reached]))
  })
}
