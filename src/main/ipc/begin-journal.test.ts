import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Proof } from '../../shared/contract/people-channels'
import type { Fault } from '../../shared/fault'
import type { PeopleState } from '../../shared/people/people'
import type { JournalOrder } from '../journal/journal-types'
import type { SecretsView } from '../settings/secrets'
import { checkCredentials } from '../vault/credentials'
import { refundHandlers } from './refund'
import { fakeParts } from './testing/fake-parts'

const takenOver = { attempts: 2, undecided: 1, unread: 0, missing: null }
const word = { supervisor: 'Ada', why: 'Disk' }
const ada = { id: 'p-ada', name: 'Ada', role: 'manager' } as const
const byPin: Proof = { with: 'pin', person: ada.id, pin: '735108' }
const byToken: Proof = {
  ...({ with: 'token', address: 'https://pay.example/', token: 'tok-typed' } as const),
  ...{ name: 'Ada', newPin: '' },
}

const view: SecretsView = {
  token: 'none',
  address: '',
  deviceId: '',
  keychain: { works: true },
  people: { state: 'none', people: [] },
}

type Till = {
  readonly replaceable?: 'person' | 'token' | null
  readonly address?: string
  readonly begun?: Result<typeof takenOver, Fault>
  readonly people?: PeopleState
}

/** Runs a proven order on a till. Returns the answer, the record that began, and other effects. */
async function begin(proof: Proof, till: Till = {}) {
  const { replaceable = 'person', address = '', begun = succeed(takenOver), people = 'damaged' } = till
  const asked: JournalOrder[] = []
  const done: string[] = []
  const handlers = refundHandlers(
    fakeParts({
      people: {
        view: async () => succeed({ state: people, people: [] }),
        save: async ({ name, role, pin }) => {
          done.push(`${role} ${name} with the PIN ${pin}`)
          return succeed([{ what: 'added', person: ada }])
        },
      },
      note: (act, by) => done.push(`${act.act} ${'what' in act ? act.what : ''} by ${by?.name}`),
      refundService: {
        replaceable: () => replaceable,
        wake: () => undefined,
        async beginJournal(order) {
          asked.push(order)
          return begun
        },
      },
      vault: {
        look: async () => ({
          keychain: { works: true },
          token: address === '' ? 'none' : 'keychain',
          address,
          note: null,
        }),
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
  const order = { proof, why: word.why }
  const stages = handlers['journal:begin']
  const ready = await stages.before(order)
  return {
    answer: ready.ok ? await stages.answer(order, proof.with === 'token' ? null : ada) : ready,
    asked,
    done,
  }
}

it('a PIN begins a new record on its owner’s word, without being handed on', async () => {
  expect(await begin(byPin)).toEqual({ answer: succeed(takenOver), asked: [word], done: ['refreshed'] })
})

it.each([
  ['a PIN begins nothing where only a token does', byPin, 'token'],
  ['a PIN begins nothing in place of a record that is in order', byPin, null],
  ['a token is no way round people who are there', byToken, 'person'],
  ['a token is no way on from a record in order', byToken, null],
] as const)('%s', async (_what, proof, replaceable) => {
  const answer = fail({ kind: 'journal_not_replaceable' })
  expect(await begin(proof, { replaceable })).toEqual({ answer, asked: [], done: [] })
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

  it('makes whoever typed it a manager where people are lost, and writes that down', async () => {
    const known = { ...emptied, address: 'https://pay.example' }
    const lost = await begin({ ...byToken, newPin: '739164' }, known)
    const none = await begin({ ...byToken, newPin: '739164' }, { ...known, people: 'none' })
    expect([lost.done, none.done]).toEqual([
      ['manager Ada with the PIN 739164', 'person added by Ada', 'refreshed'],
      ['manager Ada with the PIN 739164', 'person added by Ada', 'refreshed'],
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

  it('asks no service that is typed where there are people: the till is connected first', async () => {
    const connectFirst = fail({ kind: 'address_not_allowed', why: 'connect_first', address: '' })
    expect([
      await begin(byToken, { ...emptied, people: 'set' }),
      await begin(byToken, { ...emptied, people: 'stopped' }),
      (await begin(byToken, { ...emptied, people: 'set', address: 'https://pay.example' })).asked,
    ]).toEqual([
      { answer: connectFirst, asked: [], done: [] },
      { answer: connectFirst, asked: [], done: [] },
      [word],
    ])
  })

  it('keeps nothing when no record was begun', async () => {
    const failed = fail({ kind: 'journal_unwritable', detail: 'ENOSPC' } as const)
    const { answer, done } = await begin(byToken, { ...emptied, begun: failed })
    expect([answer, done]).toEqual([failed, []])
  })
})
