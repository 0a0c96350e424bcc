import { describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { vaultName } from '../vault/keychain'
import type { ProvisionCommand } from './command-line'
import { managers, minimalCommand, startProvisioning } from './testing/provisioning'

const pin = '482915'
const manager = (typed: string) => managers({ pin: typed })

/** A till in use with a manager, connected to https://pay.example with the token "first". */
async function till() {
  const folder = folderOfTest()
  // Each run is a new process.
  const run = (change: Partial<ProvisionCommand>, input: string) =>
    startProvisioning(folder).run({ ...minimalCommand, ...change }, input)
  const { vault, keychain } = startProvisioning(folder)
  const deleteCredentials = () => keychain.remove(vaultName('payment service', folder))
  const provePin = async () => {
    const { people } = startProvisioning(folder)
    const found = await people.view()
    const person = found.ok ? found.value.people[0]?.id : undefined
    return people.prove({ with: 'pin', person: person ?? '', pin })
  }
  expect(await run({ readsPeople: true }, `first\n${manager(pin)}\n`)).toMatchObject({ provisioned: true })
  await vault.changeNote({ journal: 'j-1' })
  return { run, vault, deleteCredentials, provePin }
}

const other = { serviceAddress: 'https://new.example' }
const refusedBecause = (message: RegExp) => ({ provisioned: false, message: expect.stringMatching(message) })

describe('provisioning another service', () => {
  it.each([
    ['a manager’s PIN', { readsPeople: true }, `second\n${manager(pin)}\n`],
    [
      'a manager’s PIN, with the name in other capitals',
      { readsPeople: true },
      `second\n${managers({ name: 'SAM' })}\n`,
    ],
    [
      'a manager’s PIN, below somebody new',
      { readsPeople: true },
      `second\n${managers({ name: 'Bo', pin: '739164' }, {})}\n`,
    ],
    ['the token that is stored now, on a line of its own', {}, 'second\nfirst\n'],
    ['the same token for both', {}, 'first\n'],
  ])('is taken with %s', async (_name, change, input) => {
    const { run, vault } = await till()
    const expected = { provisioned: true, serviceAddress: 'https://new.example' }
    expect(await run({ ...other, ...change }, input)).toMatchObject(expected)
    expect(await vault.note()).toMatchObject({ value: { journal: 'j-1', hasPeople: true } })
  })

  it.each([
    ['neither', {}, 'second\n', /needs a manager’s name and PIN/],
    ['a wrong PIN', { readsPeople: true }, `second\n${manager('999111')}\n`, /this is not it/],
    ['a wrong token', {}, 'second\nthird\n', /needs a manager’s name and PIN/],
  ])('is refused with %s, and nothing changes', async (_name, change, input, message) => {
    const { run, vault } = await till()
    expect(await run({ ...other, ...change }, input)).toEqual(refusedBecause(message))
    const outcome = [await vault.address(), await vault.isStoredToken('first')]
    expect(outcome).toMatchObject(['https://pay.example', { value: true }])
  })

  it('checks a right PIN after wrong ones too: no start of the program is over before the wait that each start begins', async () => {
    const { run } = await till()
    const byPin = (typed: string, token = 'second') =>
      run({ ...other, readsPeople: true }, `${token}\n${manager(typed)}\n`)
    for (const guess of ['999111', '999222', '999333']) await byPin(guess)
    const right = await byPin(pin)
    for (const guess of ['999111', '999222', '999333', '999444']) await byPin(guess, 'third')
    expect([right, await byPin(pin, 'third')]).toEqual([
      expect.objectContaining({ provisioned: true }),
      refusedBecause(/Try again in 60 seconds/),
    ])
  })

  it('by a manager makes that the service whose token opens the till where the PIN is forgotten later', async () => {
    const { run, provePin } = await till()
    await provePin()
    const reset = (token: string) => run({ ...other, readsPeople: true }, `${token}\n${manager('739164')}\n`)
    const moved = await run({ ...other, readsPeople: true }, `second\n${manager(pin)}\n`)
    expect([moved, await reset('second')]).toMatchObject([{ provisioned: true }, { provisioned: true }])
  })

  it('asks for the same when only the token or another setting is to be new, and for nothing with the token in use', async () => {
    const { run, vault } = await till()
    expect([
      await run({}, 'second\n'),
      await run({ storeId: 'st-7' }, 'first\n'),
      await run({ readsPeople: true }, `second\n${manager(pin)}\n`),
      await vault.isStoredToken('second'),
    ]).toMatchObject([
      refusedBecause(/needs a manager’s name and PIN/),
      { provisioned: true, storeId: 'st-7' },
      { provisioned: true, people: ['Sam'] },
      { value: true },
    ])
  })

  it('asks for the PIN on a till whose credentials were deleted, before any start of the program too', async () => {
    const { run, deleteCredentials } = await till()
    await deleteCredentials()
    expect([
      await run({ ...other, readsPeople: true }, `second\n${manager('904172')}\n`),
      await run(other, 'second\nsecond\n'),
      await run({ ...other, readsPeople: true }, `second\n${manager(pin)}\n`),
    ]).toMatchObject([
      refusedBecause(/this is not it/),
      refusedBecause(/needs a manager’s name and PIN/),
      { provisioned: true, people: ['Sam'] },
    ])
  })

  it('keeps asking for the PIN after the service was forgotten', async () => {
    const { run, vault } = await till()
    await vault.forget()
    expect([
      await run(other, 'second\n'),
      await run({ ...other, readsPeople: true }, `second\n${manager(pin)}`),
    ]).toMatchObject([
      refusedBecause(/its access token was removed: .* needs a manager’s name and PIN/),
      { provisioned: true, people: ['Sam'] },
    ])
  })
})
