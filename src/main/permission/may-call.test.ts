import { describe, expect, it } from 'vitest'
import type { Channel } from '../../shared/contract'
import { permissions } from '../../shared/permissions'
import { fail, succeed } from '../../shared/result'
import { makeMayCall } from './may-call'
import type { NeededProof } from './supervisor-session'

function setUp(open: boolean, needed: NeededProof = 'pin') {
  let used = 0
  const mayCall = makeMayCall({
    isOpen: () => open,
    needs: async () => succeed(needed),
    use: () => {
      used += 1
    },
  })
  return { mayCall, used: () => used }
}

/** What the issue of a cashier's hands lists, by channel: it stands here once more so that the table cannot lose one. */
const supervisors: readonly Channel[] = [
  'activity:export',
  'copies:forget',
  'lookup:private',
  'outage:choose-folder',
  'outage:clear-folder',
  'practice:enter',
  'token:forget',
  'token:save',
]

describe('whether a call may be made', () => {
  it.each(supervisors)('%s takes a supervisor', async (channel) => {
    const refusal = (by: 'pin' | 'token') => fail({ kind: 'act_needs_supervisor', by } as const)
    const closed = setUp(false)
    const open = setUp(true)
    // What is asked for is nobody's concern here.
    const input = {} as never
    expect([
      await closed.mayCall(channel, input),
      await setUp(false, 'token').mayCall(channel, input),
      await setUp(false, 'nothing').mayCall(channel, input),
      await open.mayCall(channel, input),
      open.used(),
    ]).toEqual([refusal('pin'), refusal('token'), succeed(null), succeed(null), 1])
  })

  it('no other channel does, but for what its input says', () => {
    const fixed = Object.entries(permissions).filter(([, rule]) => rule === 'supervisor')
    expect(fixed.map(([channel]) => channel).sort()).toEqual([...supervisors].sort())
  })

  it('takes a supervisor for what of the settings is the store’s, whatever else is changed with it', async () => {
    const { mayCall } = setUp(false)
    const [cashiers, stores] = [
      [{ cashier: 'Ana' }, { theme: 'dark' }, { paper: 'a4' }, { storeName: undefined }],
      [
        { storeName: '' },
        { storeId: 'st-2' },
        { related: [] },
        { keepDays: 1 },
        { cashier: 'Ana', keepCopies: 1000 },
      ],
    ] as const
    const answers = async (inputs: readonly object[]) =>
      Promise.all(inputs.map(async (input) => (await mayCall('settings:save', input)).ok))
    expect([await answers(cashiers), await answers(stores)]).toEqual([
      cashiers.map(() => true),
      stores.map(() => false),
    ])
  })

  it('lets whoever knows the PIN change it, and asks for a supervisor before the first is set', async () => {
    const { mayCall } = setUp(false, 'token')
    expect([
      await mayCall('supervisor:set-pin', { currentPin: '482915', newPin: '739164' }),
      await mayCall('supervisor:set-pin', { currentPin: '', newPin: '739164' }),
    ]).toEqual([succeed(null), fail({ kind: 'act_needs_supervisor', by: 'token' })])
  })

  it('is refused when the keychain does not say', async () => {
    const silent = fail({ kind: 'keychain_unavailable', detail: 'no answer' } as const)
    const mayCall = makeMayCall({ isOpen: () => false, needs: async () => silent, use: () => {} })
    expect(await mayCall('token:forget', {})).toEqual(silent)
  })
})
