import { unreachable } from '../shared/result'
import type { PlainFacts } from './practice-people'
import type { WireValue } from './stored-transaction'
import type { Switches } from './switches'

export type RelatedShape = Switches['relatedShape']

/** The same facts in another shape: interface.md §2.2 does not show the one that a service gives them. */
export function inShape(facts: PlainFacts, shape: RelatedShape): WireValue {
  switch (shape) {
    case 'object':
      return facts
    case 'nested':
      return nested(facts)
    case 'wide':
      return wide(facts)
    case 'list':
      return [facts]
    case 'text':
      return JSON.stringify(facts)
    default:
      return unreachable(shape)
  }
}

function nested({ id = '', ...attributes }: PlainFacts): WireValue {
  return { id, record: { attributes, meta: { version: 3, tags: ['practice', { kind: 'made up' }] } } }
}

const deepest = 40
const members = 300

function deep(levels: number): WireValue {
  return levels === 0 ? 'the bottom' : { deeper: deep(levels - 1) }
}

/**
 * Valid JSON, and more than anybody would send: every kind of value, names that a JavaScript object has of its
 * own, markup, marks that turn the direction of writing, a long text, deep nesting, hundreds of members.
 */
function wide(facts: PlainFacts): WireValue {
  return Object.fromEntries<WireValue>([
    ...Object.entries(facts),
    ['__proto__', { name: 'not a prototype' }],
    ['constructor', 'not a function'],
    ['toString', ''],
    ['', 'a member without a name'],
    ['a_name_of_many_characters_'.repeat(20), 'x'],
    ['number', -1234.5],
    ['large_number', 1e21],
    ['yes', true],
    ['no', false],
    ['nothing', null],
    ['empty_list', []],
    ['empty_object', {}],
    ['list', ['one', 2, [3, { four: '4' }]]],
    ['markup', '<img src="x" onerror="alert(1)"><b>bold</b>'],
    ['backwards', 'abc\u202edef\u202cghi'],
    ['lines', 'first\nsecond\r\nthird\u0000\u0007'],
    ['long_text', '0123456789'.repeat(500)],
    ['deep', deep(deepest)],
    ...Array.from({ length: members }, (_, index): [string, WireValue] => [`member_${index + 1}`, index]),
  ])
}
