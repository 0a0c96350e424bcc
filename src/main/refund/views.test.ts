import { expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt/attempt'
import { nothingPast } from '../../shared/refund/past'
import { attempt, intent } from '../../shared/testing/refund-samples'
import { nothingStands } from '../journal/fold'
import { makeProbes } from './memory'
import { openAttempts } from './tell'

const hour = 60 * 60 * 1000

it('lists alarms first, then what waits for a person, then what is being checked, each newest first', () => {
  const made: readonly (readonly [string, Partial<Attempt>, Attempt['state']])[] = [
    ['checked, older', {}, 'unconfirmed'],
    ['alarm, older', { alarms: [{ alarm: 'more_than_ours', at: 1, acknowledged: null }] }, 'refunded'],
    ['settled', {}, 'refunded'],
    ['for a person', { forPerson: 'unreadable' }, 'unconfirmed'],
    ['alarm', { alarms: [{ alarm: 'more_than_ours', at: 2, acknowledged: null }] }, 'unconfirmed'],
    ['being sent', {}, 'sending'],
    ['checked', {}, 'unconfirmed'],
    [
      'acknowledged',
      { alarms: [{ alarm: 'more_than_ours', at: 3, acknowledged: { at: 4, by: 'Ada', note: 'Known' } }] },
      'refunded',
    ],
  ]
  const attempts = made.map(([code, change, state]) =>
    attempt(state, { ...change, intent: intent({ marker: code }) }),
  )
  const probes = makeProbes({ ran: () => 10 * hour, standing: () => nothingStands, past: () => nothingPast })
  const standing = { attempts: new Map(attempts.map((each) => [each.intent.marker, each])) }
  const till = { probes, serviceName: () => 'https://pay.example' }
  const expected = ['alarm', 'alarm, older', 'for a person', 'checked', 'checked, older', 'being sent']
  expect(openAttempts(standing, till).map(({ intent: { marker } }) => marker)).toEqual(expected)
})
