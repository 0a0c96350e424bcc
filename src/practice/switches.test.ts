import { describe, expect, it } from 'vitest'
import { defaultSwitches, switchNames, switchValues, valuesOutside } from './switches'
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

  it('starts with the first value of every switch, which is inside the interface', () => {
    for (const name of switchNames) {
      expect([name, defaultSwitches[name]]).toEqual([name, switchValues[name][0]])
      expect(valuesOutside(name)).not.toContain(defaultSwitches[name])
    }
  })

  it('can be switched while the service runs', async () => {
    const service = await serve()
    const id = add(service)
    service.setSwitches({ amountsAs: 'number' })
    expect((await recordOf(service.url, { path: showPath(id) })).amount).toBe(100)
  })
})
