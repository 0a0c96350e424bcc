import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { maxValues, type Received, readForeignJson, receive } from './read-answer'
import { readShowAnswer } from './show'
import { envelopeOf, sampleRecord } from './testing/sample-record'

const token = 'q8Zt+vN/3kP0aXc9+Ww=='
/** Half of the largest answer, so that each test stays short on a busy machine too. */
const size = 1024 * 1024
const asked = { serviceAddress: 'https://pay.example', askedAt: 0 }

/** A record with one more field, its value given as JSON. */
const withMore = (name: string, json: string) =>
  envelopeOf(sampleRecord).replace('"data":{', () => `"data":{"${name}":${json},`)
const full = (piece: string) => `[${Array(Math.floor(size / (piece.length + 1))).fill(piece)}]`

/** An honest answer a hundred times as long as any record: plain words in an unknown field. */
const honest = withMore('words', JSON.stringify('plain words of a store, '.repeat(size / 96)))
const attacks = {
  'hundreds of thousands of links that are none': withMore('_links', full('{}')),
  'half a million numbers': withMore('more', full('1')),
  'objects in a list': withMore('more', full('{"a":{}}')),
  'a million openings': '['.repeat(size),
}

function read(body: string): { readonly answer: ReturnType<typeof readShowAnswer>; readonly logged: string } {
  const received: Received = receive({ kind: 'answered', httpStatus: 200, age: 0, body }, token)
  if (received.kind === 'answered') received.text()
  const logged: string[] = []
  const request = { kind: 'internal_id', code: sampleRecord.id } as const
  const answer = readShowAnswer(request, received, asked, (words) => logged.push(words))
  return { answer, logged: logged.join('\n') }
}

describe('an answer that was made to hold main up', () => {
  // bench/programs/hostile-inputs.ts measures how long each takes.
  it.each(Object.entries(attacks))('is refused, no more of it parsed than people see: %s', (_name, body) => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const { answer, logged } = read(body)
    expect(answer).toMatchObject({ ok: false, fault: { kind: 'strange_answer' } })
    const lengths = parse.mock.calls.map(([text]) => text.length)
    expect([logged.length < 200, lengths.filter((length) => length > 64 * 1024)]).toEqual([true, []])
  })

  it('is none as long as it has a hundred times the values of a record, signs in texts not counted', () => {
    const list = (count: number) => `[${Array(count).fill('",[{\\""').join()}]`
    const values = (body: string) => readForeignJson(body)
    const outcome = [values(list(maxValues - 1)).ok, values(list(maxValues))]
    expect(outcome).toEqual([true, { ok: false, fault: 'the answer has more than 10000 values' }])
  })

  it('is none where it is long with plain words alone', () => {
    expect(read(honest).answer.ok).toBe(true)
  })
})
