/**
 * Main as the window knows it, played: an answer for every channel of the contract, and what main tells unasked. It keeps a
 * practice service's payments and this till's refunds in memory, decides nothing, and does at once what the tests ask it
 * for. A test replaces or holds any answer. What goes in and comes out is parsed as main itself parses it.
 */
import { randomBytes } from 'node:crypto'
import { practiceStores } from '../../../src/practice/transaction'
import { anAttempt } from '../../../src/renderer/store/testing/samples'
import type { Attempt } from '../../../src/shared/attempt/attempt'
import { type AttemptState, meaningOf } from '../../../src/shared/attempt/attempt-states'
import type { AttemptView, Lock, Stale } from '../../../src/shared/attempt/payment-standing'
import { fail, type Result, succeed } from '../../../src/shared/base/result'
import {
  type Answer,
  type AppState,
  type Channel,
  contract,
  events,
  type MainEvent,
  type ParsedInput,
  type ShownTransaction,
} from '../../../src/shared/contract/contract'
import type { FoundCopy } from '../../../src/shared/contract/payment-channels'
import type { Permission, Proof } from '../../../src/shared/contract/people-channels'
import type { Fault } from '../../../src/shared/fault'
import { reasons } from '../../../src/shared/languages/en'
import type { OutageState } from '../../../src/shared/lookup/outage'
import { hiddenValues } from '../../../src/shared/payment/private-fields'
import { walletName } from '../../../src/shared/payment/refund-rules'
import type { Transaction } from '../../../src/shared/payment/transaction'
import { reasonToSend } from '../../../src/shared/people/rules'
import { anAppState, nobodySetUp } from '../../../src/shared/testing/app-state-sample'
import { anOutage } from '../../../src/shared/testing/outage-sample'
import { PlayedDays } from './played-days'
import { PlayedPeople } from './played-people'
import { PlayedService } from './played-service'

export type Handlers = { [C in Channel]: (input: ParsedInput<C>) => Answer<C> | Promise<Answer<C>> }
type Call = { readonly [C in Channel]: { readonly channel: C; readonly input: ParsedInput<C> } }[Channel]

/** A connected till that has done nothing yet. */
function connectedTill(): AppState {
  return anAppState({ storeId: practiceStores.harbour, cashier: '', testPrint: 'done' })
}

export const welcoming: Partial<AppState> = {
  mode: 'welcome',
  tillName: '',
  storeId: '',
  serviceAddress: '',
  serviceName: '',
  deviceId: '',
  token: 'none',
  people: nobodySetUp,
  testPrint: 'none',
}

export class PlayedMain {
  /** Every call, in order. */
  readonly calls: Call[] = []
  /** Calls outside the contract. Any of them fails the test. */
  readonly broken: string[] = []
  app: AppState = connectedTill()
  outage: OutageState = anOutage()
  /** Newest first. */
  attempts: AttemptView[] = []
  readonly service = new PlayedService()
  /** How the refund of that code ends, if not *refunded*. */
  readonly ends = new Map<string, AttemptState>()
  readonly stale = new Map<string, Stale>()
  /** Locks other than by this till's refunds, by payment id. */
  readonly locks = new Map<string, Lock>()
  private readonly copies = new Map<string, ShownTransaction>()
  private readonly shown = new Map<string, ShownTransaction>()
  private readonly replaced: Partial<Handlers> = {}
  private readonly held = new Map<Channel, Promise<void>>()
  readonly people = new PlayedPeople(this)
  private readonly days = new PlayedDays(this)

  private push: (event: MainEvent) => void = () => undefined

  connect(push: (event: MainEvent) => void): void {
    this.push = push
  }

  tell(event: MainEvent): void {
    this.push({ kind: event.kind, value: events[event.kind].parse(event.value) } as MainEvent)
  }

  change(change: Partial<AppState>): AppState {
    this.app = { ...this.app, ...change }
    this.tell({ kind: 'app:changed', value: this.app })
    return this.app
  }

  /** The line to the service goes or comes back, and the window is told. */
  cutLine(isCut: boolean): void {
    this.service.reached = !isCut
    this.change({ connection: { state: isCut ? 'offline' : 'online', since: new Date().toISOString() } })
  }

  answer<C extends Channel>(channel: C, answer: Handlers[C]): void {
    Object.assign(this.replaced, { [channel]: answer })
  }

  /** Holds a channel's calls until the returned function is called. */
  hold(channel: Channel): () => void {
    let release = () => undefined
    const held = new Promise<void>((resolve) => {
      release = () => void resolve()
    })
    this.held.set(channel, held)
    return () => {
      this.held.delete(channel)
      release()
    }
  }

  asked<C extends Channel>(channel: C): readonly ParsedInput<C>[] {
    return this.calls.flatMap((call) => (call.channel === channel ? [call.input as ParsedInput<C>] : []))
  }

  /** Answers as main does. Fails the test if the contract has no such call or answer. */
  async call(channel: string, given: unknown): Promise<unknown> {
    try {
      return await this.answerTo(channel as Channel, given)
    } catch (error) {
      this.broken.push(`${channel}: ${error}`)
      return fail({ kind: 'bug', detail: String(error) })
    }
  }

  private async answerTo(channel: Channel, given: unknown): Promise<unknown> {
    const { input, output, who } = contract[channel]
    const parsed = input.parse(given)
    // The type checker does not carry the channel through the tables.
    const may = who as string | ((input: unknown) => string)
    const handler = (this.replaced[channel] ?? this.handlers[channel]) as (
      input: unknown,
    ) => Promise<Result<unknown, Fault>>
    this.calls.push({ channel, input: parsed } as Call)
    // A lookup is held only after its saved copy was sent.
    if (channel !== 'lookup:find') await this.held.get(channel)
    const needs = typeof may === 'string' ? may : may(parsed)
    const refused = this.people.refusal(needs as Permission)
    if (refused !== null) return fail(refused)
    const { proof } = parsed as { readonly proof?: Proof }
    // Anyone signs in with their PIN; every other proof is a supervisor's.
    const isWord = proof !== undefined && proof.with !== 'token' && channel !== 'people:sign-in'
    const notProven = isWord ? this.people.notProven(proof) : null
    if (notProven !== null) return fail(notProven)
    const answer = await handler(parsed)
    return answer.ok ? succeed(output.parse(answer.value)) : answer
  }

  /** Adds a refund of that payment to the record, changed by `change`; returns it. */
  addAttempt(code: string, change: Partial<AttemptView> = {}, amount?: number): AttemptView {
    const { record, foundBy } = this.service.find(code) ?? {}
    if (record === undefined || foundBy === undefined) throw new Error(`There is no payment ${code}`)
    const reason = { code: 'damaged', text: 'Damaged item' }
    const whole = (record.amount ?? 0) - (record.refunded ?? 0)
    const order = { amount: amount ?? whole, reason, typed: false }
    const attempt = { ...this.begun(record, { kind: foundBy, code }, order), ...change }
    this.attempts.unshift(attempt)
    return attempt
  }

  changeAttempt({ intent: { marker } }: AttemptView, change: Partial<AttemptView>): AttemptView {
    const index = this.attempts.findIndex(({ intent }) => intent.marker === marker)
    const before = this.attempts[index]
    if (before === undefined) throw new Error(`There is no refund ${marker}`)
    const attempt = { ...before, since: Date.now(), ...change }
    this.attempts[index] = attempt
    this.tell({ kind: 'attempt:changed', value: attempt })
    const { id } = attempt.intent
    this.tell({ kind: 'payment:changed', value: { id, lock: this.lockOn(id), stale: null } })
    return attempt
  }

  private readonly handlers: Handlers = {
    'app:read': () => succeed(this.app),
    'lookup:find': (order) => this.lookUp(order),
    'lookup:related': ({ lookup, related }) => {
      const shown = this.shown.get(lookup)
      if (shown === undefined) return fail({ kind: 'lookup_superseded' })
      if (shown.source === 'saved') return fail({ kind: 'saved_copy_only' })
      return this.service.showRelated(shown.record.id, related)
    },
    'lookup:private': ({ lookup }) => {
      const shown = this.shown.get(lookup)
      return shown === undefined ? fail({ kind: 'screen_outdated' }) : succeed(hiddenValues(shown.record))
    },
    'lookup:recent': () => succeed(this.recent()),
    'lookup:take-requested': () => succeed({ at: 'none' }),
    'copies:search': ({ terms }) => {
      const copies = [...this.copies.values()].map((copy) => this.rowOf(copy))
      const texts = terms.map(({ text }) => text.toLowerCase())
      const rows = copies.filter((copy) =>
        texts.every((text) => Object.values(copy).join(' ').toLowerCase().includes(text)),
      )
      const oldest = copies.map(({ paidAt }) => paidAt.slice(0, 10)).sort()[0] ?? null
      const saved = { count: copies.length, oldest }
      return succeed({ total: rows.length, rows, saved })
    },
    'refund:issue': (order) => this.refund(order),
    'payment:standing': ({ lookup }) => {
      const id = this.shown.get(lookup)?.record.id
      return succeed(id === undefined ? null : this.standing(id))
    },
    'payment:accept-lower': ({ lookup }) => succeed(this.standing(this.shown.get(lookup)?.record.id ?? '')),
    'payment:release': () => succeed({}),
    'activity:page': ({ code, state, marker, cashier }) => {
      const attempts = this.attempts.filter(
        ({ intent, ...attempt }) =>
          (code === undefined || [intent.id, intent.transactionId, intent.customId].includes(code)) &&
          (state === undefined || attempt.state === state) &&
          (marker === undefined || intent.marker === marker) &&
          (cashier === undefined || intent.cashier?.name === cashier),
      )
      return succeed({ open: this.open(), notices: [], attempts, next: null, reading: false })
    },
    'activity:open': ({ marker }) => this.evidence(marker),
    'activity:check': ({ marker }) => this.evidence(marker),
    'activity:decide': ({ marker, decision }) => {
      const attempt = this.attempts.find(({ intent }) => intent.marker === marker)
      if (attempt === undefined) return fail({ kind: 'attempt_unknown' })
      this.changeAttempt(attempt, {
        state: decision.to,
        decision: { ...decision, supervisor: 'Sam', refunded: 0 },
      })
      return this.evidence(marker)
    },
    'activity:acknowledge': () => succeed({}),
    'activity:export': () => succeed({ saved: true, path: '/home/till/activity' }),
    'settings:save': (settings) => succeed(this.change(settings as Partial<AppState>)),
    'store:learn': ({ lookup }) => {
      const storeId = this.shown.get(lookup)?.record.fields.store_id ?? ''
      return succeed(this.change({ storeId }))
    },
    'token:save': () => succeed({ saved: true, app: this.app }),
    'token:forget': () => succeed(this.change({ token: 'none' })),
    'copies:forget': () => {
      this.copies.clear()
      return succeed({})
    },
    ...this.people.handlers,
    ...this.days.handlers,
    'journal:begin': () => succeed({ attempts: 0, undecided: 0, unread: 0, missing: 0 }),
    'practice:enter': () => succeed({}),
    'practice:leave': () => succeed({}),
    'outage:read': () => succeed(this.outage),
    'outage:report': () => succeed([]),
    'outage:take-list': ({ name }) => succeed({ name, codes: 2 }),
    'outage:steer': () => succeed(this.outage),
    'outage:save-report': () => succeed({ saved: true, path: '/home/till/report.csv' }),
    'paper:print': () => succeed({ done: 'printed' }),
    'paper:save-pdf': () => succeed({ saved: true, path: '/home/till/slip.pdf' }),
    'clipboard:copy': () => succeed({}),
    'support:save-diagnostics': () => succeed({ saved: true, path: '/home/till/diagnostics.json' }),
    'window:report-error': () => succeed({ reference: 'E-4F1C9A' }),
    'window:reload': () => succeed({}),
  }

  private async lookUp(order: ParsedInput<'lookup:find'>): Promise<Answer<'lookup:find'>> {
    const { lookup, code, match, typed } = order
    const { id = '' } = this.service.find(code, match)?.record ?? {}
    const copy = this.copies.get(id)
    const standing = this.standing(id)
    if (copy !== undefined) {
      const value = { ...copy, ...standing, lookup, code, typed, source: 'saved' } as const
      this.shown.set(lookup, value)
      this.tell({ kind: 'lookup:copy-found', value })
    }
    await this.held.get('lookup:find')
    const found = this.service.show(code, match)
    if (!found.ok) return found
    const at = new Date().toISOString()
    const { serviceName: service } = this.app
    const shown = {
      ...found.value,
      lookup,
      service,
      code,
      typed,
      source: 'service',
      at,
      ...standing,
    } as const
    this.shown.set(lookup, shown)
    this.copies.delete(id)
    this.copies.set(id, shown)
    this.tell({ kind: 'lookup:recent-changed', value: this.recent() })
    return succeed(shown)
  }

  private recent() {
    const newest = [...this.copies.values()].reverse().slice(0, 20)
    return newest.map(({ code, foundBy, record, at }) => ({
      code,
      foundBy,
      record,
      at,
      lockedBy: this.lockedBy(record.id),
    }))
  }

  private rowOf({ record, at }: ShownTransaction): FoundCopy {
    const { id, transactionId, customId, amount, refunded, currency, status, gatewayCode, fields } = record
    const paidAt = fields.paid_at ?? ''
    const plain = { id, transactionId, customId, amount, refunded, currency, status, gatewayCode }
    return { ...plain, wallet: walletName(record), paidAt, savedAt: at, lockedBy: this.lockedBy(id) }
  }

  private lockOn(id: string): Lock | null {
    const attempt = this.attempts.find(
      ({ intent, state }) => intent.id === id && meaningOf(state).moneyOut === 'unknown',
    )
    return attempt === undefined ? (this.locks.get(id) ?? null) : { kind: 'attempt', attempt }
  }

  private lockedBy(id: string) {
    const lock = this.lockOn(id)
    return lock?.kind === 'attempt' ? lock.attempt.state : (lock?.kind ?? null)
  }

  private standing(id: string) {
    return { id, lock: this.lockOn(id), stale: this.stale.get(id) ?? null }
  }

  /** Counts what needs a person. */
  open(): AttemptView[] {
    return this.attempts.filter(
      ({ state, alarms }) => meaningOf(state).moneyOut === 'unknown' || alarms.length > 0,
    )
  }

  private evidence(marker: string): Answer<'activity:open'> {
    const attempt = this.attempts.find(({ intent }) => intent.marker === marker)
    if (attempt === undefined) return fail({ kind: 'attempt_unknown' })
    const now = { kind: 'now' } as const
    const { createdAt: at, intent } = attempt
    const storeId = practiceStores.harbour
    return succeed({
      attempt,
      events: [{ kind: 'sending', at, intent }],
      decidable: { refunded: now, notRefunded: now },
      storeId,
    })
  }

  private begun(
    record: Transaction,
    foundBy: Attempt['intent']['foundBy'],
    order: Pick<Attempt['intent'], 'amount' | 'reason' | 'typed'>,
  ): AttemptView {
    const { id, transactionId, customId, currency, status, amount, refunded, updatedAt } = record
    const at = Date.now()
    const marker = `R-${[...randomBytes(10)].map((byte) => '23456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 30]).join('')}`
    const before = { id, status, currency, amount, refunded, refundedAt: '', updatedAt, remark: '' }
    const { intent, ...attempt } = anAttempt({ createdAt: at, since: at, line: this.attempts.length + 1 })
    const cashier = this.app.cashier === '' ? null : { id: '', name: this.app.cashier }
    const payment = { id, transactionId, customId, foundBy, currency, base: refunded ?? 0, before }
    return { ...attempt, intent: { ...intent, ...payment, ...order, marker, cashier } }
  }

  private refund(order: ParsedInput<'refund:issue'>): Answer<'refund:issue'> {
    const { lookup, amount, reason: chosen } = order
    const shown = this.shown.get(lookup)
    if (shown === undefined) return fail({ kind: 'screen_outdated' })
    const stopped = this.people.stopped(order)
    if (stopped !== null) return fail(stopped)
    const { record, foundBy: kind, code, typed } = shown
    const reason = reasonToSend(chosen, this.app.reasons, reasons)
    if (reason === null) return fail({ kind: 'reason_missing' })
    const begun = this.begun(record, { kind, code }, { amount: amount.hundredths, reason, typed })
    const state = this.service.reached ? (this.ends.get(code) ?? 'refunded') : 'not_sent'
    const attempt = { ...begun, state }
    this.attempts.unshift(attempt)
    if (state !== 'refunded') return succeed({ attempt, shown: null })
    const { id, marker } = attempt.intent
    const refunded = this.service.refund(id, amount.hundredths, `${marker} ${reason.text}`)
    const next = { ...shown, record: refunded, source: 'service' } as const
    this.shown.set(lookup, next)
    this.copies.set(id, next)
    return succeed({ attempt, shown: next })
  }
}
