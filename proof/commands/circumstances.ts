/** Courses of events that chance alone hardly ever puts together. */
import fastCheck from 'fast-check'
import { lookUp, paymentNumber } from './cashiers'
import { atTill } from './command'
import { moveTo } from './services'
import { hosts } from './world'

const minute = 60_000
const day = 24 * 60 * minute
const of = fastCheck.constantFrom

/** The service goes by another name from now on, and what answers there lags behind. */
export const laggingMoves = atTill('moveToLagging', {
  args: { host: of('pay.example', 'pay-new.example'), back: of(1, 2, 5), shows: of(3, 40) },
  alsoOff: true,
  async run(till, { host, back, shows }, world) {
    await moveTo(world, till, host)
    till.line.planShows({ weather: 'stale', codes: 'all', shows, back })
  },
})

/** The first that a till hears of a payment is in a currency that is not its own. */
export const oddCurrencies = atTill('oddCurrency', {
  args: { payment: paymentNumber },
  async run(till, { payment }, world) {
    till.line.planShows({ weather: 'other_currency', codes: 'all', shows: 1, back: 1 })
    await lookUp(world, till, payment, 'internal_id')
  },
})

/** A till that is started again and again, for an hour or a day, while it asks about the same payment. */
export const manyStarts = atTill('manyStarts', {
  args: { payment: paymentNumber, starts: of(3, 6, 25), minutes: of(1, 11, 59) },
  async run(till, { payment, starts, minutes }, world) {
    for (let start = 0; start < starts; start += 1) {
      await lookUp(world, till, payment, 'internal_id')
      await world.agenda.pass(minutes * minute)
      await till.quit()
      await till.start()
    }
  },
})

/** A till is connected elsewhere for days or weeks, whatever stood open at the service that it left. */
export const longAbsences = atTill('longAbsence', {
  args: { days: of(2, 31), starts: fastCheck.boolean(), back: fastCheck.boolean() },
  async run(till, { days, starts, back }, world) {
    const home = hosts.find((host) => host === till.host())
    await moveTo(world, till, 'staging.example')
    for (let passed = 1; passed <= days; passed += 1) {
      await world.agenda.pass(day)
      if (!starts || passed % 7 > 0) continue
      await till.quit()
      await till.start()
    }
    if (back && home !== undefined) await moveTo(world, till, home)
  },
})
