import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract'

const bounds = ['maxLength', 'maxItems', 'maximum', 'enum', 'const', 'pattern', 'format'] as const

/** Returns the texts, lists and numbers of a JSON schema that may be as long or large as anybody likes, by their paths. */
function unbounded(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Readonly<Record<string, unknown>>
  const isOpen =
    ['string', 'array', 'number', 'integer'].includes(String(node.type)) &&
    !bounds.some((each) => each in node)
  const below = Object.entries(node).flatMap(([name, part]) => unbounded(part, `${path}.${name}`))
  return isOpen ? [path, ...below] : below
}

it('no call from the window can carry more than its channel allows', () => {
  const open = Object.entries(contract).flatMap(([channel, { input }]) =>
    unbounded(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), channel),
  )
  expect([open, Object.keys(contract).length > 40]).toEqual([[], true])
})

it('an export is asked for between two moments, and no other words', () => {
  const { input } = contract['activity:export']
  const isTaken = (from: string) =>
    input.safeParse({ from, to: '2026-11-21T23:59:59.999Z', format: 'json' }).success
  expect(['2026-11-21T00:00:00.000Z', 'soon', ''].map(isTaken)).toEqual([true, false, false])
})
