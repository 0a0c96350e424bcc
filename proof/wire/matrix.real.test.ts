/** What the wire does to a refund, over real HTTP, and what comes of it. */
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import type { Deadlines } from '../../src/main/service/exchange'
import { startRawService } from '../../src/main/service/testing/raw-service'
import type { Plan } from './cutting-proxy'
import { answerBytes, errorBody } from './http-text'
import { expected, foundApplied, type Outcome, openScene, outcomeOf } from './scene'
import { answers, breaks, deliversTwice, drips, stalls } from './spoiled-answers'

/** What comes of a refund whose POST meets the plan. @param hundredths all of the payment unless given */
async function refundUnder(plan: Plan, deadlines?: Deadlines, hundredths?: number): Promise<Outcome> {
  const scene = await openScene(deadlines)
  onTestFinished(scene.close)
  scene.proxy.setPlans({ refund: plan })
  return outcomeOf(scene, await scene.refund(scene.shown, hundredths))
}

type Row = readonly [plan: Plan, outcome: Outcome, deadlines?: Deadlines]

const impatient = { connect: 5000, firstByte: 1000, whole: 1500 }
const neverApplied = expected({})
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const page = '<!doctype html><title>Sign in</title><p>Welcome to the Wi-Fi</p>'

/** It may have arrived, and no answer comes that could be relied on. Where the answer breaks off: cut-points.ts. */
const lostAnswers: Readonly<Record<string, Row>> = {
  'reset before applying': [breaks('before', 'reset'), neverApplied],
  'FIN before applying': [breaks('before', 'end'), neverApplied],
  'empty 200 before applying': [answers('before', answerBytes(200, '')), neverApplied],
  'empty 200 after applying': [answers('after', answerBytes(200, '')), foundApplied()],
  'HTML 200 before applying': [answers('before', answerBytes(200, page)), neverApplied],
  'HTML 200 after applying': [answers('after', answerBytes(200, page)), foundApplied()],
  'success:false on 200 before applying': [answers('before', answerBytes(200, errorBody(422))), neverApplied],
  'success:false on 200 after applying': [answers('after', answerBytes(200, errorBody(200))), foundApplied()],
  'gzip bomb that says so': [
    answers('after', answerBytes(200, bomb, ['Content-Encoding: gzip'])),
    foundApplied(),
  ],
  'gzip bomb that does not say so': [answers('after', answerBytes(200, bomb)), foundApplied()],
  'an answer without end in its headers': [
    answers('after', Buffer.from(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}`)),
    foundApplied(),
  ],
  'an answer that is no HTTP': [answers('after', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')), foundApplied()],
  'stall before applying': [stalls('before'), neverApplied, impatient],
  'stall after applying': [stalls('after'), foundApplied(), impatient],
  'endless drip': [drips(), foundApplied(), impatient],
}

it.each(Object.entries(lostAnswers))('%s', async (_name, [plan, outcome, deadlines]) => {
  expect(await refundUnder(plan, deadlines)).toEqual(outcome)
})

it.each([500, 502, 503, 504, 408, 425])('%i says nothing, in the documented shape too', async (status) => {
  expect([
    await refundUnder(answers('before', answerBytes(status, errorBody(status)))),
    await refundUnder(answers('after', answerBytes(status, '<html><h1>Try later</h1></html>'))),
  ]).toEqual([neverApplied, foundApplied()])
})

it.each([401, 403, 400, 404, 409, 422, 429])(
  '%i is a refusal that three quiet checks settle; after applying it raises an alarm, and is found refunded',
  async (status) => {
    expect([
      await refundUnder(answers('before', answerBytes(status, errorBody(status)))),
      await refundUnder(answers('after', answerBytes(status, errorBody(status)))),
    ]).toEqual([
      expected({ first: 'refusal_seen', later: 'refused' }),
      foundApplied({ first: 'refusal_seen', alarm: 'moved_after_refusal' }),
    ])
  },
)

it.each([301, 302, 307, 308])(
  '%i to another host: nobody goes there, no Authorization arrives there',
  async (status) => {
    const elsewhere = await startRawService({ onRequest: (line) => line.end() })
    onTestFinished(elsewhere.close)
    const location = `Location: http://localhost:${elsewhere.port}/v1/transactions/pay-wire-1/refund`
    expect([
      await refundUnder(answers('before', answerBytes(status, '', [location]))),
      await refundUnder(answers('after', answerBytes(status, '', [location]))),
      elsewhere.received,
    ]).toEqual([neverApplied, foundApplied(), []])
  },
)

it('a proxy that delivers a part refund twice: refunded, with an alarm', async () => {
  const twice = { delivered: 2, entries: [2000, 2000] }
  expect(await refundUnder(deliversTwice, undefined, 2000)).toEqual(
    expected({ ...twice, first: 'refunded', nextTry: 'free', later: 'refunded', alarm: 'more_than_ours' }),
  )
})

it('a proxy that delivers a full refund twice and answers with the refusal of the second', async () => {
  expect(await refundUnder(deliversTwice)).toEqual(
    foundApplied({ first: 'refusal_seen', delivered: 2, alarm: 'moved_after_refusal' }),
  )
})
