import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { PersonRef } from '../../shared/people/people'
import type { Act } from '../../shared/refund/journal-events'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { makeRights, makeSignIn } from '../people/rights'
import { aCashier, added, aManager, pin, till } from '../people/testing/staffed-till'
import { openSecretsState } from '../settings/secrets'
import { settingsSchema } from '../settings/settings'
import { makeFakeClock } from '../system/testing/fake-clock'
import { makeMayCall } from './answer'
import { lookupHandlers } from './lookup'
import { followPeople, peopleHandlers } from './people'
import { fakeParts } from './testing/fake-parts'

const badge = 'B-48213377'

/** A till with a manager and a cashier with a badge, and its record's lines. */
async function setUp() {
  const made = till()
  const people = made.start()
  const sam = await added(people, aManager)
  const ann = await added(people, { ...aCashier, badge })
  const clock = makeFakeClock()
  const vault = made.vault()
  const secrets = await openSecretsState({ vault, people, after: clock.after })
  const rights = makeRights({
    ...{ people, vault, clock },
    acceptsToken: async () => fail({ kind: 'not_set_up' }),
    showsPayment: async () => false,
    wasUsed: () => true,
  })
  const signIn = makeSignIn({ isSending: () => false, lockAfterMs: () => 60_000, clock })
  const lines: (readonly [Act, string | null])[] = []
  const record = { isOpen: true, changed: () => {} }
  const refundService = {
    acted(act: Act, by: PersonRef | null) {
      if (!record.isOpen) return false
      lines.push([act, by?.name ?? null])
      record.changed()
      return true
    },
    journalHead: () => (record.isOpen ? { seq: 1, hash: '' } : null),
  }
  const settings = { read: () => settingsSchema.parse({ cashier: 'Typed' }) }
  const followed = followPeople({ people, secrets, signIn, rights, refundService, settings })
  const { who, actor, note, recordLate } = followed
  // As in till.ts: each line changes the refunds' state.
  record.changed = () => void recordLate()
  const handlers = peopleHandlers(
    fakeParts({ people, secrets, rights, signIn, actor, note, readAppState: () => anAppState() }),
  )
  const mayCall = makeMayCall({
    ...{ people, secrets, rights, signIn, vault },
    acceptsToken: async () => fail({ kind: 'not_set_up' }),
  })
  const asSam = { with: 'pin', person: sam.id, pin } as const
  const asAnn = { with: 'pin', person: ann.id, pin: '4829' } as const
  return {
    ...{ keychain: made.keychain, folder: made.folder, vault, people, rights, secrets, signIn, clock },
    ...{ handlers, mayCall, note, who, actor, lines, record, recordLate },
    ...{ sam, ann, asSam, asAnn },
  }
}

describe('what people undergo', () => {
  it('is a line of the record each: who came, went, helped, and was changed by whom', async () => {
    const { handlers, lines, clock, sam, ann, asSam, asAnn } = await setUp()
    await handlers['people:sign-in']({ proof: { ...asAnn, pin: 'wrong' } })
    await handlers['people:sign-in']({ proof: asAnn })
    await handlers['rights:begin'](asSam)
    await handlers['people:save']({ ...ann, name: 'Anna' })
    await handlers['rights:end']()
    await handlers['people:lock']({ why: 'key' })
    await handlers['people:scan']({ code: badge, signsIn: true })
    await clock.advance(60_000)
    const anna = { ...ann, name: 'Anna' }
    const person = { id: ann.id, name: 'Ann' }
    expect(lines).toEqual([
      [{ act: 'wrong_pins', what: 'right_after_wrong', tries: 1, since: expect.any(Number), person }, 'Ann'],
      [{ act: 'signed_in', by: 'pin', to: 'serve' }, 'Ann'],
      [{ act: 'signed_in', by: 'pin', to: 'help' }, sam.name],
      [{ act: 'person', what: 'renamed', person: anna }, sam.name],
      [{ act: 'signed_out', why: 'key' }, 'Anna'],
      [{ act: 'signed_in', by: 'badge', to: 'serve' }, 'Anna'],
      [{ act: 'signed_out', why: 'idle' }, 'Anna'],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/4829|73-open|B-48213377/)
  })

  it('is whoever’s asked for it, though their rights end while it is done', async () => {
    const { handlers, lines, ann, sam, asSam, asAnn } = await setUp()
    await handlers['people:sign-in']({ proof: asAnn })
    await handlers['rights:begin'](asSam)
    const saving = handlers['people:save']({ ...ann, name: 'Anna' })
    await handlers['rights:end']()
    await saving
    expect(lines.at(-1)).toEqual([expect.objectContaining({ act: 'person', what: 'renamed' }), sam.name])
  })

  it('is done by nobody’s rights at a till that was locked while they were proved', async () => {
    const { handlers, rights, signIn, asSam, asAnn } = await setUp()
    await handlers['people:sign-in']({ proof: asAnn })
    const beginning = handlers['rights:begin'](asSam)
    signIn.lock('idle')
    await beginning
    expect(rights.holder()).toBeNull()
  })

  it('is recorded late where somebody came before the record was open, since a shift begins with that line', async () => {
    const { handlers, lines, record, recordLate, clock, asAnn } = await setUp()
    const signsIn = () => handlers['people:sign-in']({ proof: asAnn })
    const recorded = async () => {
      record.isOpen = true
      await recordLate()
      await recordLate()
      return lines.splice(0)
    }
    record.isOpen = false
    await signsIn()
    await recordLate()
    const late = await recorded()
    record.isOpen = false
    await signsIn()
    await clock.advance(60_000)
    // Whoever has left by then does not come with it.
    expect([late, await recorded()]).toEqual([[[{ act: 'signed_in', by: 'pin', to: 'serve' }, 'Ann']], []])
  })

  it('ends with the lock of an idle till, whoever helps there: nobody may look anything up until the next sign-in', async () => {
    const { handlers, clock, mayCall, asAnn, asSam } = await setUp()
    const mayLookUp = async () => (await mayCall('lookup:recent', {}, () => succeed(null))).ok
    await handlers['people:sign-in']({ proof: asAnn })
    await clock.advance(30_000)
    await handlers['rights:begin'](asSam)
    const helped = await mayLookUp()
    await clock.advance(30_000)
    expect([helped, await mayLookUp()]).toEqual([true, false])
  })

  it('is nobody’s where the access token was typed for it, and never whose till it was done at', async () => {
    const { handlers, lines, note, actor, vault, ann, asAnn } = await setUp()
    await vault.save({ address: 'https://pay.example', token: 'token-1' })
    await handlers['people:sign-in']({ proof: asAnn })
    await handlers['rights:begin']({ with: 'token', stored: 'token-1' })
    note({ act: 'copies_forgotten' }, actor())
    await handlers['rights:end']()
    note({ act: 'copies_forgotten' }, actor())
    expect(lines.slice(1)).toEqual([
      [{ act: 'signed_in', by: 'token', to: 'help' }, null],
      [{ act: 'copies_forgotten' }, null],
      [{ act: 'copies_forgotten' }, ann.name],
    ])
  })

  it('ends the rights to help of who is removed or of another role from now on, and no others', async () => {
    const { handlers, people, rights, sam, asAnn, asSam } = await setUp()
    const mia = await added(people, { ...aManager, name: 'Mia' })
    await handlers['people:sign-in']({ proof: asAnn })
    const helps = async (change: () => unknown) => {
      await handlers['rights:begin'](asSam)
      await change()
      return rights.holder() !== null
    }
    expect([
      await helps(() => handlers['people:save']({ ...sam, name: 'Samuel' })),
      await helps(() => handlers['people:save']({ ...mia, role: 'supervisor' })),
      await helps(() => handlers['people:save']({ ...mia, role: 'manager' })),
      await helps(() => handlers['people:save']({ ...sam, role: 'supervisor' })),
      await helps(() => handlers['people:remove']({ id: sam.id })),
    ]).toEqual([true, true, true, false, false])
  })

  it('ends the rights to help with the first cashier: the till is locked from then on', async () => {
    const { handlers, rights, ann, asSam } = await setUp()
    await handlers['people:remove']({ id: ann.id })
    await handlers['rights:begin'](asSam)
    await handlers['people:save'](aCashier)
    expect(rights.holder()).toBeNull()
  })

  it('says who serves: who is signed in and not locked, and on an open till the typed name', async () => {
    const { handlers, who, ann, asAnn, asSam } = await setUp()
    const before = who()
    await handlers['people:sign-in']({ proof: asAnn })
    const serving = who()
    await handlers['people:lock']({ why: 'key' })
    const locked = who()
    await handlers['people:sign-in']({ proof: asSam })
    await handlers['people:remove']({ id: ann.id })
    expect([before, serving, locked, who()]).toEqual([
      null,
      { id: ann.id, name: 'Ann' },
      null,
      // Without cashiers the till is open again.
      { id: '', name: 'Typed' },
    ])
  })
})

it('a locked till whose people are lost meanwhile is locked no more: Settings, where a manager is set up anew, can be reached', async () => {
  const { handlers, secrets, folder, asSam } = await setUp()
  rmSync(path.join(folder, 'people'))
  const answer = await handlers['people:sign-in']({ proof: asSam })
  expect([answer, secrets.read().people.state]).toEqual([fail({ kind: 'people_damaged' }), 'damaged'])
})

describe('a scanned code', () => {
  it('signs in whose badge it is, and is to be looked up where it is nobody’s', async () => {
    const { handlers, signIn, ann } = await setUp()
    expect([
      await handlers['people:scan']({ code: 'T-483920174462', signsIn: true }),
      signIn.current(),
      await handlers['people:scan']({ code: badge, signsIn: true }),
      signIn.current(),
    ]).toEqual([
      succeed({ isBadge: false }),
      null,
      succeed({ isBadge: true }),
      { person: ann, locked: false },
    ])
  })

  it('that is a badge goes to no service, whoever sends it to be looked up, also while the keychain is silent', async () => {
    const { people, keychain } = await setUp()
    const asked: string[] = []
    const { 'lookup:find': find } = lookupHandlers(
      fakeParts({
        people,
        cashier: { during: (work) => work() },
        lookUp: async ({ code }) => {
          asked.push(code)
          return fail({ kind: 'code_empty' })
        },
      }),
    )
    const lookUp = (code: string) => find({ lookup: lookupId(1), code, match: 'automatic', typed: true })
    keychain.breakIt()
    const badges = [await lookUp(badge), await lookUp(`\u200b ${badge}\r`)]
    await lookUp('T-483920174462')
    const refused = fail({ kind: 'code_is_badge' })
    expect([badges, asked]).toEqual([[refused, refused], ['T-483920174462']])
  })

  it('that a form asked for signs nobody in, and is nobody’s try', async () => {
    const { handlers, lines, signIn } = await setUp()
    const scanned = await handlers['people:scan']({ code: badge, signsIn: false })
    expect([scanned, signIn.current(), lines]).toEqual([succeed({ isBadge: true }), null, []])
  })
})

describe('what provisioning did', () => {
  const dana = { id: '', name: 'Dana', role: 'cashier', pin: '7305' } as const
  const added = expect.objectContaining({ what: 'added', person: expect.objectContaining({ name: 'Dana' }) })
  const reset = expect.objectContaining({ what: 'pin', person: expect.objectContaining({ name: 'Ann' }) })

  it('is a line of the record each as soon as that is open, and once', async () => {
    const { people, record, lines, recordLate, ann } = await setUp()
    record.isOpen = false
    await people.saveAll([dana, { ...ann, pin: '8361' }])
    await recordLate()
    const closed = [...lines]
    record.isOpen = true
    await recordLate()
    await recordLate()
    expect([closed, people.untold.read()]).toEqual([[], []])
    expect(lines).toEqual([added, reset].map((act) => [act, null]))
  })

  it('waits over a keychain that does not take that it was told, and is no line twice in one run', async () => {
    const { people, lines, recordLate, keychain } = await setUp()
    await people.saveAll([dana])
    keychain.breakWrites(() => true)
    await recordLate()
    await recordLate()
    const waiting = people.untold.read().length
    keychain.breakWrites(null)
    await recordLate()
    expect([lines, waiting, people.untold.read()]).toEqual([[[added, null]], 1, []])
  })
})
