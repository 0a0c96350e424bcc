import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { receive } from './main'
import { settled } from './testing/fake-main'

/** A main that answers on demand, and what was taken. */
function slowMain() {
  const answers: ((answer: Result<string, Fault>) => void)[] = []
  const taken: Result<string, Fault>[] = []
  const askOnce = () =>
    receive<string>(
      () => new Promise((answer) => answers.push(answer)),
      (answer) => taken.push(answer),
    )
  return { answers, taken, askOnce }
}

describe('a question to main', () => {
  it('has its answer taken once', async () => {
    const { answers, taken, askOnce } = slowMain()
    askOnce()
    await settled()
    expect(taken).toEqual([])
    answers[0]?.(succeed('found'))
    await settled()
    expect(taken).toEqual([succeed('found')])
  })

  it('has its fault taken too', async () => {
    const { answers, taken, askOnce } = slowMain()
    askOnce()
    answers[0]?.(fail({ kind: 'code_empty' }))
    await settled()
    expect(taken).toEqual([fail({ kind: 'code_empty' })])
  })

  it('that was called off has nothing taken, however late or early its answer comes', async () => {
    const { answers, taken, askOnce } = slowMain()
    const callOff = askOnce()
    answers[0]?.(succeed('old'))
    callOff()
    const callOffNext = askOnce()
    callOffNext()
    answers[1]?.(succeed('older'))
    askOnce()
    answers[2]?.(succeed('new'))
    await settled()
    expect(taken).toEqual([succeed('new')])
  })

  it('over a broken bridge has a fault taken: a rejection is a bug, not silence', async () => {
    const taken: Result<string, Fault>[] = []
    receive<string>(
      () => Promise.reject(new Error('no such channel')),
      (answer) => taken.push(answer),
    )
    await settled()
    expect(taken).toEqual([fail({ kind: 'bug', detail: 'no such channel' })])
  })
})
