/** Issue "Prove", the matrix: the refund may have arrived, and no answer comes that could be relied on. */
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Plan } from './cutting-proxy'
import { answerBytes } from './http-text'
import { expected, foundApplied, type Outcome } from './scene'
import { refundUnder } from './scene-of-test'
import { answers, answersStatus, breaks, cutsAnswer, drips, stalls } from './spoiled-answers'

const short = { connect: 5000, firstByte: 1000, whole: 1500 }

const neverApplied = expected({})
const half = (answer: Buffer) => Math.floor(answer.length / 2)
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const page = '<!doctype html><title>Sign in</title><p>Welcome to the Wi-Fi</p>'

const matrix: Readonly<Record<string, readonly [Plan, Outcome]>> = {
  'reset before applying': [breaks('before', 'reset'), neverApplied],
  'reset after applying': [breaks('after', 'reset'), foundApplied()],
  'FIN before applying': [breaks('before', 'end'), neverApplied],
  'FIN after applying': [breaks('after', 'end'), foundApplied()],
  'truncated headers': [cutsAnswer(() => 40, 'end'), foundApplied()],
  'truncated headers, then reset': [cutsAnswer(() => 40, 'reset'), foundApplied()],
  'truncated body': [cutsAnswer(half, 'end'), foundApplied()],
  'truncated body, then reset': [cutsAnswer(half, 'reset'), foundApplied()],
  'empty 200 before applying': [answersStatus('before', 200, ''), neverApplied],
  'empty 200 after applying': [answersStatus('after', 200, ''), foundApplied()],
  'HTML 200 before applying': [answersStatus('before', 200, page), neverApplied],
  'HTML 200 after applying': [answersStatus('after', 200, page), foundApplied()],
  'success:false on 200 before applying': [
    answersStatus('before', 200, JSON.stringify({ success: false, message: 'No', status: 422 })),
    neverApplied,
  ],
  'success:false on 200 after applying': [
    answersStatus('after', 200, JSON.stringify({ success: false, message: 'No', status: 200 })),
    foundApplied(),
  ],
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
}

for (const [name, [plan, outcome]] of Object.entries(matrix)) {
  it(name, async () => {
    expect(await refundUnder(plan)).toEqual(outcome)
  })
}

const slow: Readonly<Record<string, readonly [Plan, Outcome]>> = {
  'stall before applying': [stalls('before'), neverApplied],
  'stall after applying': [stalls('after'), foundApplied()],
  'endless drip': [drips(), foundApplied()],
}

for (const [name, [plan, outcome]] of Object.entries(slow)) {
  it(name, async () => {
    expect(await refundUnder(plan, { deadlines: short })).toEqual(outcome)
  })
}
