import { expect, it } from 'vitest'
import type { Act } from '../../shared/journal-events'
import type { PinNews } from '../vault/pin'
import type { SecretsView } from './secrets'
import { followPin } from './secrets'

const view: SecretsView = {
  token: 'keychain',
  address: 'https://pay.example/',
  deviceId: 'd',
  movedFrom: '',
  keychain: { works: true },
  supervisorPin: 'stopped',
}

it('writes each series of wrong PINs down, and keeps the last that a right one ended for whoever typed it', async () => {
  let tell: (news: PinNews) => void = () => undefined
  const acts: (readonly [Act, string | null])[] = []
  const done: string[] = []
  const follow = (listener: (news: PinNews) => void) => {
    tell = listener
  }
  const refresh = async () => {
    done.push('refreshed')
    return view
  }
  const acted = (act: Act, by: string | null) => acts.push([act, by])
  const settings = { read: () => ({ cashier: 'Ana' }) }
  const deps = { supervisorPin: { follow }, refundService: { acted }, secrets: { refresh }, settings }
  const wrongPins = followPin(deps, () => done.push('changed'))
  const seen = [wrongPins()]
  for (const what of ['stopped', 'reopened', 'right_after_wrong'] as const) {
    tell({ what, tries: 37, since: 5 })
    await Promise.resolve()
    seen.push(wrongPins())
  }
  expect([seen, done, acts]).toEqual([
    [null, null, null, { tries: 37, since: 5 }],
    ['refreshed', 'changed', 'refreshed', 'changed', 'refreshed', 'changed'],
    (['stopped', 'reopened', 'right_after_wrong'] as const).map((what) => [
      { act: 'wrong_pins', what, tries: 37, since: 5 },
      'Ana',
    ]),
  ])
})
