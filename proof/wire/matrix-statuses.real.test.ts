/** Issue "Prove", the matrix: answers with an HTTP status that says something, or seems to. */
import { expect, it } from 'vitest'
import { startRawService } from '../../src/main/service/testing/raw-service'
import { errorBody } from './http-text'
import { expected, foundApplied } from './scene'
import { refundUnder } from './scene-of-test'
import { answersStatus, type When } from './spoiled-answers'

const inDoubt = [500, 502, 503, 504, 408, 425]
const bodies: Readonly<Record<string, (status: number) => string>> = {
  'in the documented shape': (status) => errorBody(status, 'Internal Error'),
  'of a gateway': () => '<html><h1>Try later</h1></html>',
}

for (const status of inDoubt) {
  for (const [kind, body] of Object.entries(bodies)) {
    it(`${status} ${kind} before applying`, async () => {
      expect(await refundUnder(answersStatus('before', status, body(status)))).toEqual(expected({}))
    })
    it(`${status} ${kind} after applying`, async () => {
      expect(await refundUnder(answersStatus('after', status, body(status)))).toEqual(foundApplied())
    })
  }
}

const refusals = [401, 403, 400, 404, 409, 422, 429]

for (const status of refusals) {
  it(`${status} is a refusal that three quiet checks settle`, async () => {
    expect(await refundUnder(answersStatus('before', status, errorBody(status)))).toEqual(
      expected({ first: 'refusal_seen', later: 'refused' }),
    )
  })
  it(`${status} after applying raises an alarm, and is found refunded`, async () => {
    expect(await refundUnder(answersStatus('after', status, errorBody(status)))).toEqual(
      foundApplied({ first: 'refusal_seen', alarm: 'moved_after_refusal' }),
    )
  })
  it(`${status} that is not in the documented shape is no refusal`, async () => {
    expect(await refundUnder(answersStatus('before', status, '<html>No</html>'))).toEqual(expected({}))
  })
  it(`${status} whose body names another status is no refusal`, async () => {
    expect(await refundUnder(answersStatus('before', status, errorBody(500)))).toEqual(expected({}))
  })
}

const redirects = [301, 302, 307, 308]

async function redirectedTo(status: number, when: When) {
  const elsewhere = await startRawService({ onRequest: (line) => line.end() })
  const location = `Location: http://localhost:${elsewhere.port}/v1/transactions/pay-wire-1/refund`
  const outcome = await refundUnder(answersStatus(when, status, '', [location]))
  await elsewhere.close()
  return { outcome, elsewhere: elsewhere.received }
}

for (const status of redirects) {
  it(`${status} to another host before applying: nobody goes there, no Authorization arrives there`, async () => {
    expect(await redirectedTo(status, 'before')).toEqual({ outcome: expected({}), elsewhere: [] })
  })
  it(`${status} to another host after applying: nobody goes there, no Authorization arrives there`, async () => {
    expect(await redirectedTo(status, 'after')).toEqual({ outcome: foundApplied(), elsewhere: [] })
  })
}
