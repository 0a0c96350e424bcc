import { expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Proof } from '../../shared/contract/people-channels'
import type { Fault } from '../../shared/fault'
import type { PeopleState } from '../../shared/people/people'
import type { PersonsWord } from '../journal/journal-types'
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
  const asked: PersonsWord[] = []
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

const began = (...done: readonly string[]) => ({ answer: succeed(takenOver), asked: [word], done })
const nothing = (fault: Fault) => ({ answer: fail(fault), asked: [], done: [] })
const notReplaceable = nothing({ kind: 'journal_not_replaceable' })
const unwritable = fail({ kind: 'journal_unwritable', detail: 'ENOSPC' } as const)
const connectFirst = nothing({ kind: 'address_not_allowed', why: 'connect_first', address: '' })
const madeManager = ['manager Ada with the PIN 739164', 'person added by Ada', 'refreshed']
const emptied: Till = { replaceable: 'token' }
const connected: Till = { ...emptied, address: 'https://pay.example' }
const elsewhere = 'https://store.example'
const withNewPin = { ...byToken, newPin: '739164' }

it.each<[string, Proof, Till, unknown]>([
  ['a PIN begins a new record on its owner’s word, without being handed on', byPin, {}, began('refreshed')],
  ['a PIN begins nothing where only a token does', byPin, emptied, notReplaceable],
  ['a PIN begins nothing in place of a record in order', byPin, { replaceable: null }, notReplaceable],
  ['a token is no way round people who are there', byToken, { replaceable: 'person' }, notReplaceable],
  ['a token is no way on from a record in order', byToken, { replaceable: null }, notReplaceable],
  [
    'a token begins it, and what was typed is kept where nothing was',
    byToken,
    emptied,
    began('saved https://pay.example/ tok-typed', 'refreshed'),
  ],
  [
    'a token changes nothing that is stored where the till is connected',
    byToken,
    connected,
    began('refreshed'),
  ],
  ['whoever typed it is made a manager where people are lost', withNewPin, connected, began(...madeManager)],
  ['and where nobody was set up', withNewPin, { ...connected, people: 'none' }, began(...madeManager)],
  [
    'a new PIN that is too easy begins nothing',
    { ...byToken, newPin: '1111' },
    emptied,
    nothing({ kind: 'pin_weak' }),
  ],
  [
    'no other service is asked than the connected one',
    byToken,
    { ...emptied, address: elsewhere },
    nothing({ kind: 'address_not_allowed', why: 'other_service', address: elsewhere }),
  ],
  ['a till with people is connected first', byToken, { ...emptied, people: 'set' }, connectFirst],
  ['and one whose managers are stopped', byToken, { ...emptied, people: 'stopped' }, connectFirst],
  ['its connected service is asked', byToken, { ...connected, people: 'set' }, began('refreshed')],
  [
    'nothing is kept when no record was begun',
    byToken,
    { ...emptied, begun: unwritable },
    { answer: unwritable, asked: [word], done: [] },
  ],
])('a new record of refunds: %s', async (_what, proof, till, expected) => {
  expect(await begin(proof, till)).toEqual(expected)
})
