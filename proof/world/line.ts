/**
 * The line between tills and services: a call connects, is delivered, does what its plan says and is answered, each at
 * its moment in the world's time. A till that is gone hears nothing; what it sent is still on its way.
 */

import type { Answered, ExchangeRequest, Unanswered } from '../../src/main/service/exchange'
import { answerRefund, answerShow, errorAnswer, type WireAnswer } from '../service/answers'
import { goodRefund, goodShows, type RefundPlan, type ShowPlan, type Weather } from '../service/plans'
import type { ServiceBook } from '../service/service-book'
import { markerAtStart, type RefundAsk, readRequest, type ShowAsk } from '../service/wire-text'
import type { Agenda } from './agenda'

/** How an exchange ended, as src/main/service/exchange.ts tells it, and what an answer shows. */
type Ending = Unanswered | (Answered & Pick<WireAnswer, 'shows'>)

const detail = 'simulated'
const answered = (answer: WireAnswer): Ending => ({ kind: 'answered', ...answer })
const neverConnected = (reason: 'refused' | 'certificate' | 'timeout' | 'name_lookup'): Ending => {
  return { kind: 'never_connected', reason, detail }
}
const lost = (reason: RefundPlan['lostBy']): Ending => ({ kind: 'no_answer', reason, detail })

/** A refund POST whose first byte is written now. */
export type Post = {
  readonly marker: string
  readonly ask: RefundAsk
  readonly book: ServiceBook
  readonly host: string
  readonly token: string
}

export type LineEvents = {
  /** Whether the program that calls still runs, and its PC is awake; it calls back when it is awake again. */
  readonly isListening: () => boolean
  readonly whenAwake: (callBack: () => void) => void
  readonly isAlive: () => boolean
  readonly posted: (post: Post) => void
  /** An answer is handed to a program that is there to read it. */
  readonly answered: (
    ask: ShowAsk | RefundAsk,
    called: { readonly book: ServiceBook; readonly host: string },
    answer: WireAnswer,
    askedAt: number,
  ) => void
}

/** One till's end of the line. */
export type TillLine = ReturnType<Line['open']>
export type Line = ReturnType<typeof makeLine>

/** Milliseconds that a till waits for a whole exchange, and for the connection (exchange.ts). */
const patience = 60_000
const connectPatience = 10_000
/** What the services' own clocks say as a history begins: nothing of any PC's. */
const firstDate = Date.UTC(2031, 4, 3, 22, 15, 7)

type Coming = { readonly marker: string; readonly apply: () => void; readonly callOff: () => void }

export function makeLine(agenda: Agenda) {
  const hosts = new Map<string, ServiceBook>()
  const brokenRefusals = new Set<string>()
  const doubled = new Set<string>()
  const coming = new Set<Coming>()
  const lines: { reset: () => void }[] = []
  let healthy = false

  /** Something will be applied at its moment, or when everything is let land. */
  function comes(marker: string, after: number, apply: () => void): void {
    const once: Coming = {
      marker,
      apply() {
        if (!coming.delete(once)) return
        once.callOff()
        apply()
      },
      callOff: agenda.at(agenda.now() + after, () => once.apply()),
    }
    coming.add(once)
  }

  function deliver(ask: RefundAsk, book: ServiceBook, plan: RefundPlan, marker: string): WireAnswer | null {
    const order = { id: ask.id, amount: ask.amount, reason: ask.reason }
    const before = book.read(ask.id)
    const outcome = plan.applies === 'now' ? book.refund(order) : null
    if (plan.applies === 'later') comes(marker, plan.lateBy, () => book.refund(order))
    if (plan.againAfter !== null && plan.applies === 'now') {
      doubled.add(marker)
      if (plan.againAfter === 0) book.refund(order)
      else comes(marker, plan.againAfter, () => book.refund(order))
    }
    if (plan.answers === 'refusal' && plan.applies !== 'never') brokenRefusals.add(marker)
    return answerRefund(book, ask.id, plan, { before, outcome })
  }

  function open() {
    let nextRefund: RefundPlan | null = null
    let shows: ShowPlan = goodShows
    let showsLeft = 0
    lines.push({
      reset() {
        nextRefund = null
        showsLeft = 0
      },
    })

    function weatherFor(query: ShowAsk['query']): ShowPlan {
      if (healthy || showsLeft <= 0) return goodShows
      if (shows.codes !== 'all' && shows.codes !== (query ?? 'internal_id')) return goodShows
      showsLeft -= 1
      return shows
    }

    function call(request: ExchangeRequest, events: LineEvents): Promise<Ending> {
      const { host } = request.place
      const askedAt = agenda.now()
      const ask = readRequest(request.method, request.path, request.body)
      const book = hosts.get(host) ?? null
      if (ask === null) throw new Error(`No service understands ${request.method} ${request.path}`)
      return new Promise((resolve) => {
        let ended = false
        const give = (ending: Ending): void => {
          if (ended || !events.isAlive()) return
          // A PC that sleeps reads the answer when it wakes, if there is still somebody who waits.
          if (!events.isListening()) {
            events.whenAwake(() => give(ending))
            return
          }
          ended = true
          if (ending.kind === 'answered' && book !== null)
            events.answered(ask, { book, host }, ending, askedAt)
          resolve(ending)
        }
        const giveAfter = (after: number, ending: Ending) =>
          agenda.at(agenda.now() + after, () => give(dated(ending, book)))
        if (book === null) {
          giveAfter(0, neverConnected('name_lookup'))
          return
        }
        if (ask.kind === 'show') showNow(request, ask, book, giveAfter)
        else refundNow(request, ask, book, { events, give, giveAfter, isOver: () => ended })
      })
    }

    /** With the service's own time, as its `Date` has it: whole seconds, of the moment that a cache kept. */
    function dated(ending: Ending, book: ServiceBook | null): Ending {
      if (ending.kind !== 'answered' || book?.habits.date !== 'sent') return ending
      const now = Math.floor(agenda.now() / 1000) - ending.age
      return { ...ending, dated: firstDate + now * 1000 }
    }

    function showNow(
      request: ExchangeRequest,
      ask: ShowAsk,
      book: ServiceBook,
      giveAfter: (after: number, ending: Ending) => void,
    ): void {
      const plan = weatherFor(ask.query)
      if (!book.accepts(request.token)) {
        giveAfter(0, unauthenticated(book))
        return
      }
      const ending = showEnding(answerShow(book, ask, plan), plan.weather)
      giveAfter(showDelays[plan.weather] ?? 0, ending)
    }

    function refundNow(
      request: ExchangeRequest,
      ask: RefundAsk,
      book: ServiceBook,
      back: {
        readonly events: LineEvents
        readonly give: (ending: Ending) => void
        readonly giveAfter: (after: number, ending: Ending) => void
        readonly isOver: () => boolean
      },
    ): void {
      const plan = healthy ? goodRefund : (nextRefund ?? goodRefund)
      nextRefund = null
      const marker = markerAtStart(ask.reason)
      if (plan.connects !== 'up') {
        const after = plan.connects === 'timeout' ? connectPatience : plan.connectAfter
        back.giveAfter(after, neverConnected(plan.connects))
        return
      }
      const deadline = agenda.now() + patience
      function write(): void {
        if (!back.events.isAlive()) return
        if (!back.events.isListening()) {
          back.events.whenAwake(write)
          return
        }
        if (request.mayBegin?.() === false) {
          back.give({ kind: 'not_begun', reason: 'too_late', detail })
          return
        }
        back.events.posted({ marker, ask, book, host: request.place.host, token: request.token })
        agenda.at(deadline, () => back.give(lost('timeout')))
        comes(marker, plan.deliverAfter, arrive)
      }
      function arrive(): void {
        if (!book.accepts(request.token)) {
          back.giveAfter(plan.answerAfter, unauthenticated(book))
          return
        }
        const answer = deliver(ask, book, plan, marker)
        if (answer !== null) back.giveAfter(plan.answerAfter, answered(answer))
        else if (plan.lostBy !== 'timeout') back.giveAfter(plan.answerAfter, lost(plan.lostBy))
      }
      agenda.at(agenda.now() + plan.connectAfter, write)
    }

    return {
      planRefund(plan: RefundPlan): void {
        nextRefund = plan
      },
      planShows(plan: ShowPlan): void {
        shows = plan
        showsLeft = plan.shows
      },
      call,
    }
  }

  return {
    open,
    /** Which service a host name leads to, from now on. */
    setHost: (host: string, book: ServiceBook) => hosts.set(host, book),
    serviceAt: (host: string): ServiceBook | null => hosts.get(host) ?? null,
    /** Whether a refund with that marker is still on its way, or will still be applied. */
    mayStillApply: (marker: string): boolean => [...coming].some((one) => one.marker === marker),
    /** What was to be applied late, or once more, is applied now. */
    async landAll(): Promise<void> {
      while (coming.size > 0) {
        for (const one of [...coming]) one.apply()
        await agenda.rest()
      }
    },
    /** From now on every call goes well. */
    heal(): void {
      healthy = true
      for (const line of lines) line.reset()
    },
    /** Markers whose refusal the service did not keep to: assumption A1 was broken for them. */
    brokenRefusals: brokenRefusals as ReadonlySet<string>,
    /** Markers that something on the way delivered twice. */
    doubled: doubled as ReadonlySet<string>,
  }
}

const unauthenticated = ({ habits }: ServiceBook) =>
  answered(errorAnswer(habits.unauthenticatedStatus, 'Unauthenticated', habits))

const showDelays: { readonly [Name in Weather]?: number } = { slow: 20_000, timeout: 60_000 }

function showEnding(answer: WireAnswer | null, weather: Weather): Ending {
  if (answer !== null) return answered(answer)
  if (weather === 'refused') return neverConnected('refused')
  return lost(weather === 'timeout' ? 'timeout' : 'reset')
}
