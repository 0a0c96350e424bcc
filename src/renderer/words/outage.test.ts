import { expect, it } from 'vitest'
import { workWords } from './counter'

it('has a sentence for everything that goes on, and for everything that holds it up', () => {
  const works = [
    { at: 'idle' },
    { at: 'working' },
    { at: 'paused' },
    { at: 'waiting', why: 'cashier' },
    { at: 'waiting', why: 'service' },
    { at: 'waiting', why: 'offline' },
    { at: 'halted', fault: { kind: 'not_set_up' } },
  ] as const
  const said = works.map(workWords)
  expect([said.every((words) => /^[A-Z].*\.$/.test(words)), new Set(said).size]).toEqual([true, said.length])
})
