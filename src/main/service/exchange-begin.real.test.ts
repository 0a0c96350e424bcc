import { describe, expect, it } from 'vitest'
import { exchange } from './exchange'
import { openSockets, patient, requestTo } from './testing/exchange-request'
import { httpAnswer, type RawService } from './testing/raw-service'
import { serve } from './testing/serve'

async function answering(headers: readonly string[] = []): Promise<RawService> {
  const service = await serve({ onRequest: (line) => line.end(httpAnswer(200, '{}', headers)) })
  return service
}

describe('the moment before the first byte', () => {
  it('is when it is asked, once, on a connection that is up, whether it may begin', async () => {
    const service = await answering()
    const seen: unknown[] = []
    const mayBegin = () => {
      seen.push({ sockets: openSockets() > 0, written: service.received.join('') })
      return true
    }
    const outcome = await exchange(requestTo(service.port, { mayBegin }), patient)
    expect([outcome.kind, seen, service.received.length]).toEqual([
      'answered',
      [{ sockets: true, written: '' }],
      1,
    ])
  })

  it.each([
    ['false', () => false],
    [
      'a throw',
      () => {
        throw new Error('a bug')
      },
    ],
  ])('writes nothing for an answer of %s, and closes the connection', async (_, mayBegin) => {
    let closed = () => {}
    const closing = new Promise<void>((resolve) => {
      closed = resolve
    })
    const service = await serve({ onConnection: (line) => line.once('end', closed) })
    const outcome = await exchange(requestTo(service.port, { mayBegin }), patient)
    await closing
    expect([outcome, service.received.join('')]).toEqual([
      { kind: 'not_begun', reason: 'too_late', detail: 'too long since the record was asked for' },
      '',
    ])
  })

  it('never comes where no connection comes up', async () => {
    let asked = 0
    const mayBegin = () => {
      asked += 1
      return true
    }
    const outcome = await exchange(requestTo(1, { mayBegin }), patient)
    expect([outcome.kind, asked]).toEqual(['never_connected', 0])
  })
})

it.each([
  [[], 0],
  [['Age: 0'], 0],
  [['Age: 37'], 37],
  [['Age: yesterday'], 1],
  [['Age: -3'], 1],
] as const)('reads how old an answer with %j is: %i', async (headers, age) => {
  const service = await answering(headers)
  expect(await exchange(requestTo(service.port, { method: 'GET' }), patient)).toMatchObject({ age })
})
