import { describe, expect, it } from 'vitest'
import { profiles, type Switches, switchNames, switchValues } from './switches'
import { recordOf, serve, showPath } from './testing/call-service'
import { add } from './testing/switch-looks'
import { proofs } from './testing/switch-proofs'

describe('what the interface leaves open', () => {
  it.each(switchNames)('%s can be switched', async (name) => {
    const [look, expected] = proofs[name]
    const seen: Record<string, unknown> = {}
    for (const value of switchValues[name]) {
      seen[value] = await look(await serve({ switches: { [name]: value } }))
    }
    expect(seen).toEqual(expected)
  })

  it('can be switched while the service runs', async () => {
    const service = await serve()
    const id = add(service)
    service.setSwitches({ amountsAs: 'number' })
    expect((await recordOf(service.url, { path: showPath(id) })).amount).toBe(100)
  })
})

it('the profiles are whole sets of values that there are, opposite in all but four', () => {
  const unknown = Object.values(profiles).flatMap((profile: Switches) =>
    switchNames.filter((name) => !switchValues[name].some((value) => value === profile[name])),
  )
  expect([unknown, switchNames.filter((name) => profiles.a[name] === profiles.b[name])]).toEqual([
    [],
    ['overlargePart', 'errorHttpStatus', 'practiceHeader', 'interruptions'],
  ])
})
