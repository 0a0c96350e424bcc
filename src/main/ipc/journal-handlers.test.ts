import { describe, expect, it } from 'vitest'
import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { JournalOrder } from '../journal/journals'
import { checkCredentials } from '../vault/stored-credentials'
import type { SupervisorPin } from '../vault/supervisor-pin'
import { journalHandlers } from './journal-handlers'

const takenOver = { attempts: 2, undecided: 1, unread: 0, missing: null }
const word = { supervisor: 'Ada', why: 'Disk' }
const byPin = { with: 'pin', pin: '735108' } as const
const byToken = {
  with: 'token',
  address: 'https://pay.example/',
  token: 'tok-typed',
  newPin: '',
} as const

type Till = {
  readonly check?: SupervisorPin['check']
  readonly replaceable?: 'pin' | 'token' | null
  readonly address?: string
  readonly accepts?: Result<null, Fault>
  readonly begun?: Result<typeof takenOver, Fault>
  readonly pin?: 'none' | 'set' | 'stopped' | 'damaged'
}

/** What somebody's order comes to on that till: the answer, what the services were asked, and what else was done. */
async function begin(by: ParsedInput<'journal:begin'>['by'], till: Till = {}) {
  const {
    check,
    replaceable = 'pin',
    address = '',
    accepts = succeed(null),
    begun = succeed(takenOver),
    pin = 'damaged',
  } = till
  const asked: JournalOrder[] = []
  const done: string[] = []
  const handlers = journalHandlers({
    supervisorPin: {
      check: check ?? (async () => succeed(null)),
      state: async () => succeed(pin),
      set: async ({ newPin }) => {
        done.push(`PIN set ${newPin}`)
        return succeed(null)
      },
      replaceDamaged: async (newPin) => {
        done.push(`PIN replaced ${newPin}`)
        return succeed(null)
      },
    },
    refundService: {
      replaceable: () => replaceable,
      acted: (act, by) => done.push(`${act.act} ${'what' in act ? act.what : ''} by ${by}`),
      async beginJournal(order) {
        asked.push(order)
        return begun
      },
    },
    vault: {
      state: async () => (address === '' ? 'none' : 'keychain'),
      address: async () => address,
      checked: checkCredentials,
      save: async (typed) => {
        done.push(`saved ${typed.address} ${typed.token}`)
        return succeed('keychain')
      },
    },
    acceptsToken: async (typed) => {
      done.push(`asked ${typed.address} ${typed.token}`)
      return accepts
    },
    secretsChanged: async () => done.push('refreshed'),
  })
  const answer = await handlers['journal:begin']({ by, ...word })
  return { answer, asked, done }
}

describe('a new record of refunds by the PIN', () => {
  it('begins on the supervisor’s word, without handing the PIN on', async () => {
    const pins: string[] = []
    const check: SupervisorPin['check'] = async (pin) => {
      pins.push(pin)
      return succeed(null)
    }
    const { answer, asked, done } = await begin(byPin, { check })
    expect([answer, asked, pins, done]).toEqual([succeed(takenOver), [word], ['735108'], ['refreshed']])
  })

  it('changes nothing on a wrong PIN, and nothing while there is none', async () => {
    const wrong = fail({ kind: 'pin_wrong', waitSeconds: 5 } as const)
    const none = fail({ kind: 'pin_not_set' } as const)
    expect([
      await begin(byPin, { check: async () => wrong }),
      await begin(byPin, { check: async () => none }),
    ]).toEqual([
      { answer: wrong, asked: [], done: [] },
      { answer: none, asked: [], done: [] },
    ])
  })
})

it('a PIN begins nothing where only a token does, or nothing is to be replaced, and no try is counted', async () => {
  const pins: string[] = []
  const check: SupervisorPin['check'] = async (pin) => {
    pins.push(pin)
    return succeed(null)
  }
  const answer = fail({ kind: 'journal_not_replaceable' })
  for (const replaceable of ['token', null] as const) {
    expect(await begin(byPin, { check, replaceable })).toEqual({ answer, asked: [], done: [] })
  }
  expect(pins).toEqual([])
})

describe('a new record of refunds by the token', () => {
  const emptied: Till = { replaceable: 'token' }

  it('begins once the service has accepted it, and what was typed is kept where nothing was', async () => {
    expect(await begin(byToken, emptied)).toEqual({
      answer: succeed(takenOver),
      asked: [word],
      done: ['asked https://pay.example tok-typed', 'saved https://pay.example tok-typed', 'refreshed'],
    })
  })

  it('puts a new PIN in the place of the lost one, and writes that down', async () => {
    const known = { ...emptied, address: 'https://pay.example' }
    const asked = 'asked https://pay.example tok-typed'
    const lost = await begin({ ...byToken, newPin: '739164' }, known)
    const none = await begin({ ...byToken, newPin: '739164' }, { ...known, pin: 'none' })
    expect([lost.done, none.done]).toEqual([
      [asked, 'PIN replaced 739164', 'pin replaced by Ada', 'refreshed'],
      [asked, 'PIN set 739164', 'pin set by Ada', 'refreshed'],
    ])
  })

  it('begins nothing with a new PIN that is too easy', async () => {
    const { answer, asked, done } = await begin({ ...byToken, newPin: '1111' }, emptied)
    expect([answer, asked, done]).toEqual([fail({ kind: 'pin_weak' }), [], []])
  })

  it('keeps what is stored where the till is still connected', async () => {
    const { done } = await begin(byToken, { ...emptied, address: 'https://pay.example' })
    expect(done).toEqual(['asked https://pay.example tok-typed', 'refreshed'])
  })

  it('asks no other service than the one that the till is connected to', async () => {
    const { answer, asked, done } = await begin(byToken, { ...emptied, address: 'https://store.example' })
    expect([answer, asked, done]).toEqual([
      fail({ kind: 'address_not_allowed', why: 'other_service', address: 'https://store.example' }),
      [],
      [],
    ])
  })

  it('asks no service that is typed where there is a PIN: the till is connected first', async () => {
    const connectFirst = fail({
      kind: 'address_not_allowed',
      why: 'connect_first',
      address: '',
    })
    expect([
      await begin(byToken, { ...emptied, pin: 'set' }),
      await begin(byToken, { ...emptied, pin: 'stopped' }),
      (await begin(byToken, { ...emptied, pin: 'set', address: 'https://pay.example' })).asked,
    ]).toEqual([
      { answer: connectFirst, asked: [], done: [] },
      { answer: connectFirst, asked: [], done: [] },
      [word],
    ])
  })

  it('is no way round a PIN that is there, nor a way on from a journal in order', async () => {
    const notReplaceable = fail({ kind: 'journal_not_replaceable' })
    for (const replaceable of ['pin', null] as const) {
      expect(await begin(byToken, { replaceable })).toEqual({ answer: notReplaceable, asked: [], done: [] })
    }
  })

  it('begins nothing when the service does not accept it, or says nothing', async () => {
    const faults: readonly Fault[] = [
      { kind: 'token_not_accepted', httpStatus: 401, message: 'Unauthenticated' },
      { kind: 'not_connected', reason: 'refused', detail: '' },
    ]
    for (const fault of faults) {
      const { answer, asked } = await begin(byToken, { ...emptied, accepts: fail(fault) })
      expect([answer, asked]).toEqual([fail(fault), []])
    }
  })

  it('keeps nothing when no record was begun', async () => {
    const failed = fail({ kind: 'journal_unwritable', detail: 'ENOSPC' } as const)
    const { answer, done } = await begin(byToken, { ...emptied, begun: failed })
    expect([answer, done]).toEqual([failed, ['asked https://pay.example tok-typed']])
  })
})
