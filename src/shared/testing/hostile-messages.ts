/**
 * Messages that no window of ours would send, for every channel: a right one with one thing wrong in it, or nothing
 * like it at all.
 */
import fc from 'fast-check'
import type { Channel, Input } from '../contract/contract'

const lookup = '3f1c8a52-7d1e-4b7a-9c55-0d6a6f1e2b3c'
const pin = '735108'
const proof = { with: 'pin', person: 'p-sam', pin } as const
const word = { proof, why: 'Asked' }
const marker = 'R-7K3QX9A2MD'
const refund = {
  lookup,
  id: 'pay-1',
  refunded: 0,
  amount: { hundredths: 12_050, currency: 'HKD' },
  reason: { code: 'damaged', text: '' },
}

/** For each channel a message that its schema takes, with no field that may be left out but where all may. */
export const rightMessages: { readonly [C in Channel]: Input<C> } = {
  'app:read': {},
  'lookup:find': { lookup, code: 'C7719920461', match: 'automatic', typed: false },
  'lookup:related': { lookup, related: 'store' },
  'lookup:recent': {},
  'lookup:take-requested': {},
  'support:save-diagnostics': {},
  'lookup:private': { lookup },
  'copies:search': { terms: [{ text: 'x', amount: null, day: null, states: [], gateways: [] }] },
  'copies:forget': {},
  'refund:judge': refund,
  'refund:decline': { ...refund, proof },
  'refund:issue': { ...refund, confirmed: true },
  'activity:page': { before: null, count: 100 },
  'activity:day': { from: 0, to: 1 },
  'shift:sheets': { from: 0, to: 1 },
  'shift:close': {},
  'activity:open': { marker },
  'activity:check': { marker },
  'activity:decide': {
    marker,
    proof,
    decision: { to: 'refunded', saw: 'Portal', why: 'Asked', portal: false },
  },
  'activity:acknowledge': { alarm: { of: 'line', line: 4 }, proof, note: 'Seen' },
  'activity:export': { from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z', format: 'csv' },
  'payment:standing': { lookup },
  'payment:accept-lower': { lookup, refunded: 0, ...word },
  'payment:release': { line: 4, saw: 'Portal', ...word },
  'journal:begin': word,
  'settings:save': { tillName: 'Mine', cashier: 'Nobody', lockMinutes: 15 },
  'store:learn': { lookup },
  'token:save': { address: 'https://mine.example', token: 'mine', anyway: true },
  'token:forget': {},
  'people:sign-in': { proof },
  'people:scan': { code: 'B-48213377', signsIn: true },
  'people:lock': { why: 'key' },
  'people:active': {},
  'people:save': { id: '', name: 'Ann', role: 'cashier' },
  'people:remove': { id: 'p-sam' },
  'rights:begin': proof,
  'rights:end': {},
  'outage:read': {},
  'outage:report': {},
  'outage:take-list': { name: 'list.csv', content: new Uint8Array([65]) },
  'outage:steer': { to: 'clear' },
  'outage:save-report': {},
  'practice:enter': {},
  'practice:leave': {},
  'paper:print': { subject: 'receipt', marker: '', paper: 'a4', height: 200 },
  'paper:save-pdf': { subject: 'receipt', marker: '', paper: 'a4', height: 90, suggestedName: 'Receipt' },
  'clipboard:copy': { text: 'x' },
  'window:report-error': { place: 'counter', message: 'x' },
  'window:reload': {},
}

/** Fields that may be null, and the one channel whose fields may all be left out. */
const nullable = new Set(['before', 'of', 'amount', 'day'])
const allOptional: ReadonlySet<Channel> = new Set(['settings:save'])

const cycle: Record<string, unknown> = {}
cycle.self = cycle
const long = 'x'.repeat(70_000)
const bytes = new Uint8Array(3)
/** Objects without a field of their own: where nothing is asked for they are as good as an empty message. */
const empties: readonly unknown[] = [new Date(0), new Map([['a', 1]]), new Error('x')]
const odds = [Number.NaN, Number.POSITIVE_INFINITY, BigInt(1), bytes, cycle, long]
const notObjects = [null, 0, -1, 1.5, true, '', 'x', '__proto__', [], [{}], ...odds]
const names = 'constructor|prototype|toString|token|deviceId|then|toJSON|length|0||ok'.split('|')

const anything = fc.oneof(fc.constantFrom(...notObjects), fc.string({ maxLength: 20 }), fc.constant({}))

/** What a value of that kind must never be taken for. */
function wrongFor(value: unknown, name: string): fc.Arbitrary<unknown> {
  const texts = ['x', '', '1', 'true', long]
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, BigInt(1), -1.5]
  const objects = [...empties, cycle, [[]], [null]]
  const none = nullable.has(name) ? [] : [null]
  switch (typeof value) {
    case 'string':
      return fc.constantFrom(...numbers, ...objects, ...none, true, 0, [], {}, bytes, long)
    case 'number':
      return fc.constantFrom(...texts, ...numbers, ...objects, ...none, true, [], {}, bytes)
    case 'boolean':
      return fc.constantFrom(...texts, ...numbers, ...objects, ...none, 0, [], {})
    default:
      return fc.constantFrom(...texts, ...numbers, ...objects, true)
  }
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

/** The message with one thing wrong in it, at any depth. */
function withOneWrong(right: Fields, mayLackAll: boolean): fc.Arbitrary<unknown> {
  const more = fc
    .tuple(fc.constantFrom(...names.filter((name) => !Object.hasOwn(right, name))), anything)
    .map(([name, value]) => ({ ...right, [name]: value }))
  const own = Object.entries(right).flatMap(([name, value]) => {
    const wrong = wrongFor(value, name).map((other) => ({ ...right, [name]: other }))
    const { [name]: _, ...without } = right
    const lacking = mayLackAll ? [] : [fc.constant(without)]
    const inner = isFields(value)
      ? [withOneWrong(value, false).map((each) => ({ ...right, [name]: each }))]
      : []
    return [wrong, ...lacking, ...inner]
  })
  return fc.oneof(more, ...own)
}

export type HostileMessage = { readonly channel: Channel; readonly message: unknown }

/** A message for any channel that main must refuse by its form alone. */
export const hostileMessage: fc.Arbitrary<HostileMessage> = fc.oneof(
  // The keys are those that the type of the table demands.
  ...(Object.keys(rightMessages) as Channel[]).map((channel) => {
    const right: Fields = rightMessages[channel]
    const mayLackAll = allOptional.has(channel)
    const takesEmpty = mayLackAll || Object.keys(right).length === 0
    return fc
      .oneof(
        { weight: 1, arbitrary: fc.constantFrom(...notObjects, ...(takesEmpty ? [] : empties)) },
        { weight: 3, arbitrary: withOneWrong(right, mayLackAll) },
      )
      .map((message) => ({ channel, message }))
  }),
)
