import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Channel, contract, type Input } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { permitted, pinProof } from '../../shared/permission'
import { fail, type Result, succeed } from '../../shared/result'
import { rightMessages } from '../../shared/testing/hostile-messages'
import type { NeededProof } from '../profile/supervisor'
import { checkCredentials } from '../vault/credentials'
import type { KeychainFault } from '../vault/keychain'
import type { PinState } from '../vault/pin'
import { type Handlers, makeAnswerCall, makeMayCall } from './answer'

const channels = Object.keys(contract) as Channel[]
const event = { sender: { id: 1 }, senderFrame: { url: 'app://tillside/index.html', parent: null } }

type Till = {
  /** Whether a supervisor's session is open, and what opens one. */
  readonly open?: boolean
  readonly needs?: NeededProof
  readonly pin?: Result<PinState, KeychainFault>
  /** The PIN in force, and the token that the service accepts. */
  readonly right?: string
  readonly handlers?: Partial<Handlers>
}

/** Calls by the program's own way, with handlers that answer that they ran. */
function setUp({ open = false, needs = 'pin', pin = succeed('set'), right = 'other', handlers }: Till = {}) {
  const asked: string[] = []
  const ran = Object.fromEntries(
    channels.map((channel) => [channel, () => fail({ kind: 'bug', detail: 'ran' })]),
  )
  const mayCall = makeMayCall({
    supervisor: {
      isOpen: () => open,
      needs: async () => succeed(needs),
      use: () => asked.push('session used'),
    },
    supervisorPin: {
      state: async () => pin,
      async check(typed) {
        asked.push(`PIN ${typed}`)
        return typed === right ? succeed(null) : fail({ kind: 'pin_wrong', waitSeconds: 0 })
      },
    },
    vault: { checked: checkCredentials },
    async acceptsToken({ address, token }) {
      asked.push(`${address} ${token}`)
      return token === right
        ? succeed(null)
        : fail({ kind: 'token_not_accepted', httpStatus: 401, message: '' })
    },
  })
  const answerCall = makeAnswerCall({
    isOurs: () => true,
    // Every channel has an entry, which the type checker does not see.
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

const pin = '735108'

/** Which channels take what stands here once more, so that the contract cannot lose one. */
const supervisors: readonly Channel[] = [
  'activity:export',
  'copies:forget',
  'lookup:private',
  'practice:enter',
  // What is the store's of it.
  'settings:save',
  'token:forget',
  'token:save',
]
const proven: readonly Channel[] = [
  'activity:acknowledge',
  'activity:decide',
  'journal:begin',
  'payment:accept-lower',
  'payment:release',
  'supervisor:set-pin',
]

function expectedOf(channel: Channel): readonly string[] {
  if (supervisors.includes(channel)) return ['act_needs_supervisor', 'ran', 'act_needs_supervisor']
  return proven.includes(channel) ? ['pin_wrong', 'pin_wrong', 'ran'] : ['ran', 'ran', 'ran']
}

describe('a call on each channel', () => {
  it.each(channels)('%s by a cashier, in a supervisor’s session, and with the right PIN', async (channel) => {
    const tills = [setUp(), setUp({ open: true }), setUp({ right: pin })]
    const answers = await Promise.all(tills.map(({ call }) => call(channel, rightMessages[channel])))
    expect(answers).toEqual(expectedOf(channel))
  })

  it('says which proof opens a session, and keeps an open one open', async () => {
    const [byToken, isNobodys, open] = [
      setUp({ needs: 'token' }),
      setUp({ needs: 'nothing' }),
      setUp({ open: true }),
    ]
    expect([
      await byToken.call('token:forget', {}),
      await isNobodys.call('token:forget', {}),
      await open.call('token:forget', {}),
      open.asked,
    ]).toEqual(['act_needs_supervisor', 'ran', 'ran', ['session used']])
  })

  it('takes a supervisor for what of the settings is the store’s, whatever else is changed with it', async () => {
    const { call } = setUp()
    const cashiers = [
      { cashier: 'Ana' },
      { theme: 'dark' },
      { paper: 'a4' },
      { storeName: undefined },
    ] as const
    const stores = [
      { storeName: '' },
      { storeId: 'st-2' },
      { related: [] },
      { cashier: 'Ana', keepCopies: 1000 },
    ]
    const answers = (inputs: readonly Input<'settings:save'>[]) =>
      Promise.all(inputs.map((input) => call('settings:save', input)))
    expect([await answers(cashiers), await answers(stores)]).toEqual([
      cashiers.map(() => 'ran'),
      stores.map(() => 'act_needs_supervisor'),
    ])
  })
})

describe('the proof that a call carries', () => {
  it('is looked at where a refund needs a second person’s yes', async () => {
    const order = { ...rightMessages['refund:issue'], proof: { with: 'pin', pin, name: 'Mei' } as const }
    expect([
      await setUp({ open: true }).call('refund:issue', order),
      await setUp({ right: pin }).call('refund:issue', order),
    ]).toEqual(['pin_wrong', 'ran'])
  })

  it('may be a token for a new record, which the service at a usable address must accept', async () => {
    const at = (address: string) => ({
      ...rightMessages['journal:begin'],
      proof: { with: 'token', address, token: 'typed' } as const,
    })
    const [wrong, right] = [setUp(), setUp({ right: 'typed' })]
    expect([
      await wrong.call('journal:begin', at('https://pay.example/')),
      await right.call('journal:begin', at('https://pay.example/')),
      await right.call('journal:begin', at('http://pay.example')),
      [wrong.asked, right.asked],
    ]).toEqual([
      'token_not_accepted',
      'ran',
      'address_not_allowed',
      [['https://pay.example typed'], ['https://pay.example typed']],
    ])
  })

  it('is not looked at for a call that fails before it: nobody guessed', async () => {
    const stages = {
      before: () => fail({ kind: 'screen_outdated' } as const),
      answer: () => fail({ kind: 'bug', detail: 'ran' } as const),
    }
    const { call, asked } = setUp({ right: pin, handlers: { 'payment:accept-lower': stages } })
    expect([await call('payment:accept-lower', rightMessages['payment:accept-lower']), asked]).toEqual([
      'screen_outdated',
      [],
    ])
  })
})

describe('a first PIN', () => {
  const order = (typed: string) => ({ proof: { with: 'pin', pin: typed } as const, newPin: '739164' })

  it('takes a supervisor, whatever is typed as the current one', async () => {
    const none = succeed('none' as const)
    const { call, asked } = setUp({ pin: none, needs: 'token', right: 'x' })
    expect([
      await call('supervisor:set-pin', order('')),
      await call('supervisor:set-pin', order('x')),
      asked,
      await setUp({ pin: none, open: true }).call('supervisor:set-pin', order('')),
      await setUp({ pin: none, needs: 'nothing' }).call('supervisor:set-pin', order('')),
    ]).toEqual(['act_needs_supervisor', 'act_needs_supervisor', [], 'ran', 'ran'])
  })

  it('is not set while the keychain does not say whether there is one', async () => {
    const silent = fail({ kind: 'keychain_unavailable', detail: 'no answer' } as const)
    expect(await setUp({ pin: silent, open: true }).call('supervisor:set-pin', order(''))).toBe(
      'keychain_unavailable',
    )
  })
})

it('a channel that takes a proof which its input does not carry does not compile, nor one that says nothing', () => {
  const output = z.object({})
  const carried = z.object({ proof: pinProof })
  const right = { input: carried, output, who: 'own_proof' } as const
  expect(permitted({ right })).toEqual({ right })
  const without = z.object({ pin: z.string() })
  // @ts-expect-error nothing in this input can be checked
  permitted({ wrong: { input: without, output, who: 'own_proof' } })
  // @ts-expect-error nor in an input that says nothing
  permitted({ wrong: { input: output, output, who: 'own_proof' } })
  // @ts-expect-error a proof that may be left out is none
  permitted({ wrong: { input: carried.partial(), output, who: 'own_proof' } })
  // @ts-expect-error nobody said who may
  permitted({ wrong: { input: carried, output } })
  // @ts-expect-error a rule over an input without a proof cannot ask for one
  permitted({ wrong: { input: without, output, who: () => 'own_proof' } })
})
