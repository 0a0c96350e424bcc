import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Channel, contract } from '../contract/contract'
import { byExtent } from './extent'
import { hostileMessage, rightMessages } from './hostile-messages'

const size = byExtent({ quick: 500, ci: 10_000, night: 200_000 })

it('takes the right message on every channel, and none of so many hostile ones', () => {
  const channels = Object.keys(rightMessages) as Channel[]
  const right = channels.filter(
    (channel) => !contract[channel].input.safeParse(rightMessages[channel]).success,
  )
  const seen = new Map<string, number>()
  const taken = fc.sample(hostileMessage, { seed: 7, numRuns: size }).filter(({ channel, message }) => {
    seen.set(channel, (seen.get(channel) ?? 0) + 1)
    return contract[channel].input.safeParse(message).success
  })
  expect([right, taken.slice(0, 20), seen.size]).toEqual([[], [], channels.length])
})

it('takes no field that came with the prototype, and none that is called so', () => {
  const channels = Object.keys(rightMessages) as Channel[]
  const polluted = channels.map((channel) => {
    const message: unknown = JSON.parse(`{"__proto__":${JSON.stringify(rightMessages[channel])}}`)
    const inherited: unknown = Object.create({ ...rightMessages[channel], more: 1 })
    return [channel, [message, inherited].map((each) => contract[channel].input.safeParse(each))] as const
  })
  const isEmpty = (channel: Channel) =>
    Object.keys(rightMessages[channel]).length === 0 || channel === 'settings:save'
  const taken = polluted.filter(
    ([channel, parsed]) => !isEmpty(channel) && parsed.some(({ success }) => success),
  )
  expect([taken.map(([channel]) => channel), Reflect.get({}, 'lookup')]).toEqual([[], undefined])
})
