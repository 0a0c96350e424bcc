import { describe, expect, it } from 'vitest'
import { defaultSwitches, type SwitchName, switchValues } from './switches'
import { recordOf, serve, showPath } from './testing/call-service'
import { add, proofs } from './testing/switch-proofs'

const names = Object.keys(switchValues).filter((name): name is SwitchName => name in proofs)

describe('what the interface leaves open', () => {
  it.each(names)('%s can be switched', async (name) => {
    const [look, expected] = proofs[name]
    const seen: Record<string, unknown> = {}
    for (const value of switchValues[name]) {
      seen[value] = await look(await serve({ switches: { [name]: value } }))
    }
    expect(seen).toEqual(expected)
  })

  it('starts with the first value of every switch', () => {
    const first = Object.fromEntries(Object.entries(switchValues).map(([name, [value]]) => [name, value]))
    expect(defaultSwitches).toEqual(first)
  })

  it('can be switched while the service runs', async () => {
    const service = await serve()
    const id = add(service)
    service.setSwitches({ amountsAs: 'number' })
    expect((await recordOf(service.url, { path: showPath(id) })).amount).toBe(100)
  })
})
