/** An answer that came in time counts although main was busy past the limit. */
import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { openConnection } from './connection'
import { exchange } from './exchange'
import { requestTo } from './testing/exchange-request'
import { httpAnswer } from './testing/raw-service'
import { serve } from './testing/serve'

/** Blocks the event loop for so many milliseconds. */
function beBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const answered = { kind: 'answered', httpStatus: 200, age: 0, body: '{}' }
const limits = { connect: 5000, firstByte: 100, whole: 5000 }

it.each([
  ['first byte', limits],
  ['whole answer', { ...limits, firstByte: 5000, whole: 100 }],
])(
  'reads an answer that came before the limit of the %s, in the turn in which main was busy',
  async (_name, deadlines) => {
    const service = await serve({
      onRequest(line) {
        line.write(httpAnswer(200, '{}'))
        // The answer is in the client's socket, unread.
        beBusy(300)
      },
    })
    expect(await exchange(requestTo(service.port), { deadlines })).toEqual(answered)
  },
)

it('takes a connection that came up before its limit', async () => {
  const service = await serve({})
  const { place } = requestTo(service.port)
  const opening = openConnection(place, { limit: 100 })
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      beBusy(300)
      resolve()
    }),
  )
  const connection = await opening
  if (connection.kind === 'connected') connection.socket.destroy()
  expect(connection.kind).toBe('connected')
})

it('still counts a limit that nothing came before, busy or not', async () => {
  const service = await serve({ onRequest: () => beBusy(300) })
  expect(await exchange(requestTo(service.port), { deadlines: limits })).toEqual({
    kind: 'no_answer',
    reason: 'timeout',
    detail: 'no answer began in time',
  })
})
