import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/base/result'
import { type Channel, contract, type Input } from '../../shared/contract/contract'
import { permitted } from '../../shared/contract/people-channels'
import type { Fault } from '../../shared/fault'
import { type KnownPerson, personProof } from '../../shared/people/people'
import { noRules, type Role, roles } from '../../shared/people/rules'
import { theManager } from '../../shared/testing/app-state-sample'
import { rightMessages } from '../../shared/testing/hostile-messages'
import type { NeededProof, RightsHolder } from '../people/rights'
import { checkCredentials } from '../vault/credentials'
import { type Handlers, makeAnswerCall, makeMayCall } from './answer'

const channels = Object.keys(contract) as Channel[]
const event = { sender: { id: 1 }, senderFrame: { url: 'app://tillside/index.html', parent: null } }

const personOf = (role: Role): KnownPerson => ({ id: `p-${role}`, name: role, role })

type Till = {
  /** Whether a cashier is set up. */
  readonly staffed?: boolean
  /** Who is signed in at a staffed till. */
  readonly serves?: Role | null
  readonly locked?: boolean
  /** The holder of the rights to help; `token` for one without a name. */
  readonly helper?: Role | 'token' | null
  readonly needs?: NeededProof
  /** The role whose PIN is right. */
  readonly shown?: Role | null
  readonly handlers?: Partial<Handlers>
}

/** Calls with the real permissions, and handlers that only report that they ran. */
function setUp(till: Till = {}) {
  const { staffed = false, serves = null, locked = false, helper = null } = till
  const { needs = 'person', shown = null, handlers } = till
  const asked: string[] = []
  const ran = Object.fromEntries(
    channels.map((channel) => [channel, () => fail({ kind: 'bug', detail: 'ran' })]),
  )
  const list = staffed ? [theManager, { ...theManager, ...personOf('cashier') }] : [theManager]
  const holder: RightsHolder | null =
    helper === 'token'
      ? { person: null, role: 'manager' }
      : helper && { person: personOf(helper), role: helper }
  const mayCall = makeMayCall({
    secrets: {
      read: () => ({
        ...({ token: 'keychain', address: '', deviceId: '', keychain: { works: true } } as const),
        people: { state: 'set', people: list },
      }),
    },
    signIn: { current: () => serves && { person: personOf(serves), locked } },
    rights: { holder: () => holder, needs: async () => succeed(needs), use: () => asked.push('rights used') },
    people: {
      view: async () => succeed({ state: 'set', people: list }),
      async prove(proof) {
        asked.push(proof.with)
        return shown === null ? fail({ kind: 'pin_wrong', waitSeconds: 0 }) : succeed(personOf(shown))
      },
    },
    vault: { checked: checkCredentials },
    async acceptsToken({ address, token }) {
      asked.push(`${address} ${token}`)
      return token === 'right'
        ? succeed(null)
        : fail({ kind: 'token_not_accepted', httpStatus: 401, message: '' })
    },
  })
  const answerCall = makeAnswerCall({
    isOurs: () => true,
    // Every channel has an entry, which TypeScript cannot see.
    answering: async () => ({ handlers: { ...(ran as unknown as Handlers), ...handlers }, mayCall }),
    log: { warn: () => undefined, error: (_words, cause) => String(cause) },
  })
  async function call<C extends Channel>(channel: C, input: Input<C>): Promise<string> {
    const answer = (await answerCall(event, channel, input)) as Result<unknown, Fault>
    if (answer.ok) return 'done'
    return answer.fault.kind === 'bug' ? answer.fault.detail : answer.fault.kind
  }
  return { call, asked }
}

/** The channels and roles a second time, so that the contract cannot lose a row. All other channels are a cashier's. */
const table: Readonly<Record<Exclude<Row, 'cashier'>, readonly Channel[]>> = {
  anybody: [
    'app:read',
    'lookup:take-requested',
    'people:active',
    'people:lock',
    'people:scan',
    'people:sign-in',
    'practice:leave',
    'rights:begin',
    'rights:end',
    'support:save-diagnostics',
    'window:reload',
    'window:report-error',
  ],
  supervisor: ['lookup:private', 'practice:enter'],
  // The store's settings.
  manager: ['activity:export', 'copies:forget', 'settings:save', 'token:forget', 'token:save'],
  manager_in_person: ['people:remove', 'people:save'],
  own_proof: [
    'activity:acknowledge',
    'activity:decide',
    'journal:begin',
    'payment:accept-lower',
    'payment:release',
    'refund:decline',
  ],
}
type Row = 'anybody' | 'cashier' | 'supervisor' | 'manager' | 'manager_in_person' | 'own_proof'
const rowOf = (channel: Channel): Row =>
  (Object.keys(table) as (keyof typeof table)[]).find((row) => table[row].includes(channel)) ?? 'cashier'

type Standing = { readonly name: string; readonly till: Till; readonly may: readonly Row[] }
const anybodys: readonly Row[] = ['anybody', 'cashier']
const all: readonly Row[] = ['anybody', 'cashier', 'supervisor', 'manager', 'manager_in_person']
const staffed = true

/** Who is at which till, and what they may do without a proof. */
const standings: readonly Standing[] = [
  { name: 'anybody at an open till', till: {}, may: anybodys },
  { name: 'a supervisor who helps there', till: { helper: 'supervisor' }, may: [...anybodys, 'supervisor'] },
  { name: 'a manager who helps there', till: { helper: 'manager' }, may: all },
  {
    name: 'whoever typed the token there',
    till: { helper: 'token' },
    may: [...anybodys, 'supervisor', 'manager'],
  },
  { name: 'nobody at a staffed till', till: { staffed }, may: ['anybody'] },
  { name: 'a cashier', till: { staffed, serves: 'cashier' }, may: anybodys },
  { name: 'a supervisor', till: { staffed, serves: 'supervisor' }, may: [...anybodys, 'supervisor'] },
  { name: 'a manager', till: { staffed, serves: 'manager' }, may: all },
  ...roles.map((serves) => ({
    name: `a ${serves} whose till is locked`,
    till: { staffed, serves, locked: true },
    may: ['anybody'] as const,
  })),
]

function expectedOf(row: Row, { may, till }: Standing): string {
  if (row === 'own_proof') return 'pin_wrong'
  if (may.includes(row)) return 'ran'
  return row === 'cashier' && till.staffed === true ? 'sign_in_needed' : 'act_needs_role'
}

it.each(standings)('$name may call exactly what the table says', async (standing) => {
  const { call } = setUp(standing.till)
  const answers = await Promise.all(
    channels.map(async (channel) => `${channel} ${await call(channel, rightMessages[channel])}`),
  )
  expect(answers).toEqual(channels.map((channel) => `${channel} ${expectedOf(rowOf(channel), standing)}`))
})

it.each(roles)('the own proof of a %s decides what is a supervisor’s, whoever serves', async (shown) => {
  const { call } = setUp({ staffed, serves: 'cashier', locked: true, shown })
  const answers = await Promise.all(table.own_proof.map((channel) => call(channel, rightMessages[channel])))
  expect(answers).toEqual(table.own_proof.map(() => (shown === 'cashier' ? 'role_too_low' : 'ran')))
})

describe('a call that takes somebody else', () => {
  it('says who, runs where the till is nobody’s, and keeps rights that are open so', async () => {
    const open = setUp({ helper: 'manager' })
    expect([
      await setUp({ needs: 'token' }).call('token:forget', {}),
      await setUp({ needs: 'nothing' }).call('token:forget', {}),
      await open.call('token:forget', {}),
      open.asked,
    ]).toEqual(['act_needs_role', 'ran', 'ran', ['rights used']])
  })

  it('keeps rights open by what needs them alone, however busy the cashier of an open till is', async () => {
    const { call, asked } = setUp({ helper: 'manager' })
    for (const channel of ['lookup:find', 'lookup:recent', 'copies:search'] as const) {
      await call(channel, rightMessages[channel])
    }
    const before = [...asked]
    await call('lookup:private', rightMessages['lookup:private'])
    expect([before, asked]).toEqual([[], ['rights used']])
  })

  it('is a manager, and no supervisor, for what of the settings is the store’s, whatever else is changed with it', async () => {
    const [{ call }, helped] = [setUp(), setUp({ helper: 'supervisor' })]
    const cashiers = [{ cashier: 'Ana', theme: 'dark', paper: 'a4' }, { tillName: undefined }] as const
    const stores = [
      ...[{ tillName: '' }, { storeId: 'st-2' }, { lockMinutes: 15 }, { rules: noRules }],
      ...[{ reasons: ['other'] }, { cashier: 'Ana', lockMinutes: 1 }],
    ]
    const answers = (inputs: readonly Input<'settings:save'>[], by = call) =>
      Promise.all(inputs.map((input) => by('settings:save', input)))
    expect([await answers(cashiers), await answers(stores), await answers(stores, helped.call)]).toEqual([
      cashiers.map(() => 'ran'),
      stores.map(() => 'act_needs_role'),
      stores.map(() => 'act_needs_role'),
    ])
  })
})

describe('the proof that a call carries', () => {
  it('is looked at where a refund needs a supervisor’s yes', async () => {
    const proof = { with: 'badge', code: 'B-48213377' } as const
    const order = { ...rightMessages['refund:issue'], proof }
    expect([
      await setUp({ helper: 'manager' }).call('refund:issue', order),
      await setUp({ shown: 'cashier' }).call('refund:issue', order),
      await setUp({ shown: 'supervisor' }).call('refund:issue', order),
    ]).toEqual(['pin_wrong', 'role_too_low', 'ran'])
  })

  it('may be a token for a new record, which the service at a usable address must accept', async () => {
    const at = (address: string, token: string) => ({
      ...rightMessages['journal:begin'],
      proof: { with: 'token', address, token, name: 'Sam', newPin: '' } as const,
    })
    const { call, asked } = setUp()
    expect([
      await call('journal:begin', at('https://pay.example/', 'wrong')),
      await call('journal:begin', at('https://pay.example/', 'right')),
      await call('journal:begin', at('http://pay.example', 'right')),
      asked,
    ]).toEqual([
      'token_not_accepted',
      'ran',
      'address_not_allowed',
      ['https://pay.example wrong', 'https://pay.example right'],
    ])
  })

  it('is not looked at for a call that fails before it: nobody guessed', async () => {
    const stages = {
      before: () => fail({ kind: 'screen_outdated' } as const),
      answer: () => fail({ kind: 'bug', detail: 'ran' } as const),
    }
    const { call, asked } = setUp({ shown: 'manager', handlers: { 'payment:accept-lower': stages } })
    const outcome = [await call('payment:accept-lower', rightMessages['payment:accept-lower']), asked]
    expect(outcome).toEqual(['screen_outdated', []])
  })
})

it('a channel that takes a proof which its input does not carry does not compile, nor one that says nothing', () => {
  const output = z.object({})
  const carried = z.object({ proof: personProof })
  const right = { input: carried, output, who: 'own_proof' } as const
  expect(permitted({ right })).toEqual({ right })
  const without = z.object({ pin: z.string() })
  // @ts-expect-error this input has no proof
  permitted({ wrong: { input: without, output, who: 'own_proof' } })
  // @ts-expect-error an empty input has no proof
  permitted({ wrong: { input: output, output, who: 'own_proof' } })
  // @ts-expect-error an optional proof is not enough
  permitted({ wrong: { input: carried.partial(), output, who: 'own_proof' } })
  // @ts-expect-error `who` is missing
  permitted({ wrong: { input: carried, output } })
  // @ts-expect-error a rule cannot ask for a proof that the input lacks
  permitted({ wrong: { input: without, output, who: () => 'own_proof' } })
})
