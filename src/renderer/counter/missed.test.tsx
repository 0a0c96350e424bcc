import { describe, expect, it } from 'vitest'
import type { Fault } from '../../shared/fault'
import { draw, wordsIn } from '../store/testing/draw'
import { noticeWords } from '../words/app'
import { announceMissed } from '../words/counter'
import { Missed } from './idle-panel'

const lookup = { id: 'lookup-1', code: '483920174462', match: 'automatic', typed: false } as const

const missed = (fault: Fault) => wordsIn(draw(<Missed lookup={lookup} fault={fault} />))

describe('why there is no receipt', () => {
  it.each([
    [{ kind: 'not_found', message: '' }, 'No payment has this code The service gave no reason.'],
    [
      { kind: 'not_found', message: 'Unauthenticated.' },
      'No payment has this code The service says: Unauthenticated.',
    ],
    [
      { kind: 'token_not_accepted', httpStatus: 401, message: '' },
      'This till is no longer signed in to the payment service The service gave no reason (401).',
    ],
    [
      { kind: 'service_error', httpStatus: 500, message: '' },
      'The payment service has a problem (500) Nothing was sent.',
    ],
    [
      { kind: 'service_error', httpStatus: 500, message: 'Internal Error' },
      'The payment service has a problem (500) It answered “Internal Error”. Nothing was sent.',
    ],
  ] as const)('has words for %j', (fault, words) => {
    expect(missed(fault)).toContain(words)
  })

  it.each([
    [{ kind: 'service_error', httpStatus: 403, message: 'Forbidden' }, true],
    [{ kind: 'token_not_accepted', httpStatus: 401, message: 'No' }, true],
    [{ kind: 'not_set_up' }, true],
    [{ kind: 'service_error', httpStatus: 500, message: 'Forbidden' }, false],
    [{ kind: 'not_found', message: 'No' }, false],
  ] as const)('offers the way to the access token for %j: %s', (fault, offered) => {
    expect(missed(fault).includes('Open Settings')).toBe(offered)
  })

  it('tells the error’s own status, and HTTP’s beside it where that says otherwise', () => {
    const said = (ownStatus?: number) =>
      missed({ kind: 'service_error', httpStatus: 500, message: 'No luck', ...(ownStatus && { ownStatus }) })
    expect(said()).toContain('has a problem (500) It answered “No luck”.')
    expect(said(404)).toContain('has a problem (404, in an answer of HTTP 500) It answered')
  })

  it('names the access token where the service answers 403', () => {
    expect(missed({ kind: 'service_error', httpStatus: 403, message: 'Forbidden' })).toContain(
      'Try again, or check the access token in Settings.',
    )
  })

  it.each([
    [{ kind: 'not_connected', reason: 'refused', detail: '' }, true],
    [{ kind: 'no_answer', reason: 'timeout', detail: '' }, true],
    [{ kind: 'not_found', message: '' }, false],
    [{ kind: 'service_error', httpStatus: 500, message: '' }, false],
  ] as const)('after %j leads to what is saved: %s', (fault, leads) => {
    expect(missed(fault).includes('Search saved receipts')).toBe(leads)
  })

  it('is said aloud and in a notice with one full stop, whatever the service’s own words end with', () => {
    const fault = { kind: 'service_error', httpStatus: 500, message: 'Internal Error.' } as const
    expect([announceMissed(fault), noticeWords({ kind: 'fault', fault })]).toEqual([
      'The payment service has a problem (500). Try again in a minute, or try another code type.',
      'The payment service has a problem (500). It answered “Internal Error.”. Nothing was sent. Try again in a minute, or try another code type.',
    ])
  })
})
