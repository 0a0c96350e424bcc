import { describe, expect, it } from 'vitest'
import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { JournalOrder } from '../journal/journal-types'
import type { SecretsView } from '../settings/secrets'
import { checkCredentials } from '../vault/credentials'
import { refundHandlers } from './refund'
import { fakeParts } from './testing/fake-parts'

const takenOver = { attempts: 2, undecided: 1, unread: 0, missing: null }
const word = { supervisor: 'Ada', why: 'Disk' }
const byPin = { proof: { with: 'pin', pin: '735108' }, newPin: '' } as const
const byToken = {
  proof: { with: 'token', address: 'https://pay.example/', token: 'tok-typed' },
  newPin: '',
} as const

const view: SecretsView = {
  token: 'none',
  address: '',
  deviceId: '',
  keychain: { works: true },
  supervisorPin: 'none',
}

type Till = {
  readonly replaceable?: 'pin' | 'token' | null
  readonly address?: string
  readonly begun?: Result<typeof takenOver, Fault>
  readonly pin?: 'none' | 'set' | 'stopped' | 'damaged'
}

/** What somebody's proven order comes to on that till: the answer, what was begun, and what else was done. */
async function begin(by: Pick<ParsedInput<'journal:begin'>, 'proof' | 'newPin'>, till: Till = {}) {
  const { replaceable = 'pin', address = '', begun = succeed(takenOver), pin = 'damaged' } = till
  const asked: JournalOrder[] = []
  const done: string[] = []
  const handlers = refundHandlers(
    fakeParts({
      supervisorPin: {
        state: async () => succeed(pin),
        keep: async (newPin, before) => {
          done.push(`PIN ${newPin} in the place of one that is ${before}`)
          return succeed(null)
        },
      },
      refundService: {
        replaceable: () => replaceable,
        wake: () => undefined,
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
      secrets: {
        refresh: async () => {
          done.push('refreshed')
          return view
        },
      },
    }),
  )
  const order = { ...by, ...word }
  const stages = handlers['journal:begin']
  const ready = await stages.before(order)
  return { answer: ready.ok ? await stages.answer(order) : ready, asked, done }
}

it('a PIN begins a new record on the supervisor’s word, without being handed on', async () => {
  expect(await begin(byPin)).toEqual({ answer: succeed(takenOver), asked: [word], done: ['refreshed'] })
})

it('a PIN begins nothing where only a token does, or nothing is to be replaced', async () => {
  const answer = fail({ kind: 'journal_not_replaceable' })
  for (const replaceable of ['token', null] as const) {
    expect(await begin(byPin, { replaceable })).toEqual({ answer, asked: [], done: [] })
  }
})

describe('a new record of refunds by the token', () => {
  const emptied: Till = { replaceable: 'token' }

  it('begins, and what was typed is kept where nothing was', async () => {
    expect(await begin(byToken, emptied)).toEqual({
      answer: succeed(takenOver),
      asked: [word],
      done: ['saved https://pay.example/ tok-typed', 'refreshed'],
    })
  })

  it('puts a new PIN in the place of the lost one, and writes that down', async () => {
    const known = { ...emptied, address: 'https://pay.example' }
    const lost = await begin({ ...byToken, newPin: '739164' }, known)
    const none = await begin({ ...byToken, newPin: '739164' }, { ...known, pin: 'none' })
    expect([lost.done, none.done]).toEqual([
      ['PIN 739164 in the place of one that is damaged', 'pin replaced by Ada', 'refreshed'],
      ['PIN 739164 in the place of one that is none', 'pin set by Ada', 'refreshed'],
    ])
  })

  it('begins nothing with a new PIN that is too easy', async () => {
    const { answer, asked, done } = await begin({ ...byToken, newPin: '1111' }, emptied)
    expect([answer, asked, done]).toEqual([fail({ kind: 'pin_weak' }), [], []])
  })

  it('keeps what is stored where the till is still connected', async () => {
    const { done } = await begin(byToken, { ...emptied, address: 'https://pay.example' })
    expect(done).toEqual(['refreshed'])
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

  it('keeps nothing when no record was begun', async () => {
    const failed = fail({ kind: 'journal_unwritable', detail: 'ENOSPC' } as const)
    const { answer, done } = await begin(byToken, { ...emptied, begun: failed })
    expect([answer, done]).toEqual([failed, []])
  })
})
