import { expect, it } from 'vitest'
import { folderFaultReasons } from '../../shared/outage'
import { folderFaultWords, leftWords, workWords } from './prefetch-words'

const counts = { total: 3, found: 1, saved: 0, notFound: 0, unread: 0 }

it('tells the time left no finer than anybody can know it', () => {
  expect([0, 9, 10, 59, 60, 89, 90, 3600, 5399, 5400, 36_000].map(leftWords)).toEqual([
    'A few seconds left.',
    'A few seconds left.',
    'Less than a minute left.',
    'Less than a minute left.',
    'About 1 minute left.',
    'About 1 minute left.',
    'About 2 minutes left.',
    'About 60 minutes left.',
    'About 2 hours left.',
    'About 2 hours left.',
    'About 10 hours left.',
  ])
})

it('has a sentence for everything that goes on, and for everything that holds it up', () => {
  const fault = { kind: 'not_set_up' } as const
  const works = [
    { at: 'idle' },
    { at: 'working', secondsLeft: null },
    { at: 'working', secondsLeft: 120 },
    { at: 'paused' },
    { at: 'waiting', why: 'cashier' },
    { at: 'waiting', why: 'service' },
    { at: 'waiting', why: 'offline' },
    { at: 'halted', fault },
  ] as const
  const said = [...works.map((work) => workWords(work, counts)), ...folderFaultReasons.map(folderFaultWords)]
  expect([said.every((words) => /^[A-Z].*\.$/.test(words)), new Set(said).size]).toEqual([true, said.length])
})
