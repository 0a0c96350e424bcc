import { expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { reasons } from '../../shared/languages/en'
import { noRules, type Rules } from '../../shared/people/rules'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import { makeShownLookups } from '../lookup/look-up'
import { makeRights, makeSignIn } from '../people/rights'
import { aCashier, added, aManager, pin, till as staffedTill } from '../people/testing/staffed-till'
import { fakeTransaction } from '../refund/testing/fake-transaction'
import { attemptsOf, shopForEachTest } from '../refund/testing/shop'
import { openSecretsState } from '../settings/secrets'
import { openSettings, type SettingValues } from '../settings/settings'
import { settingsGround } from '../settings/testing/settings-ground'
import { answerAllowed, type Handlers, makeMayCall } from './answer'
import { followPeople } from './people'
import { refundHandlers } from './refund'
import { fakeParts } from './testing/fake-parts'

const shop = shopForEachTest()
const none = { second: null, never: null }
const rules: Rules = {
  ...noRules,
  money: [{ currency: 'HKD', amount: { second: 1000, never: null }, cashierSum: none, tillSum: none }],
}

/** A staffed till with real people, permissions, rules and refunds. */
async function staffed(policy: SettingValues) {
  const made = staffedTill()
  await made.vault().save({ address: 'https://pay.example', token: 'a-token-of-tests' })
  const first = made.start()
  const sam = await added(first, aManager)
  await added(first, aCashier)
  const people = made.restart()
  const vault = made.vault()
  const secrets = await openSecretsState({ vault, people, after: () => () => {} })
  const settings = openSettings({ ...settingsGround(made.folder), policy, sealed: people.settings })
  const { clock } = shop.till
  const signIn = makeSignIn({ isSending: () => shop.refunds.isSending(), lockAfterMs: () => 180_000, clock })
  const asking = { acceptsToken: async () => succeed(null), showsPayment: async () => false }
  const rights = makeRights({ people, vault, wasUsed: () => true, clock, ...asking })
  const { who, note } = followPeople({
    people,
    secrets,
    signIn,
    rights,
    refundService: shop.refunds,
    settings,
  })
  const shownLookups = makeShownLookups()
  const record = fakeTransaction(shop.till.payments.facts('pay-1'))
  const shown = aShownRecord({ record, code: record.transactionId })
  shownLookups.begin(shown.lookup)
  shownLookups.show(shown)
  const handlers = refundHandlers(
    fakeParts({
      shownLookups,
      settings,
      who,
      note,
      secrets,
      now: () => new Date(),
      refundService: shop.refunds,
      storeReasons: () => reasons,
      cashier: { during: (work) => work() },
    }),
  ) as unknown as Handlers
  const mayCall = makeMayCall({ people, secrets, rights, signIn, vault, ...asking })
  const order = (hundredths: number) => ({
    lookup: lookupId(1),
    id: record.id,
    refunded: 0,
    amount: { hundredths, currency: 'HKD' },
    reason: { code: 'damaged', text: '' },
    confirmed: false,
    yesTo: ['amount'] as const,
  })
  const issue = async (hundredths: number, proof?: { with: 'pin'; person: string; pin: string }) => {
    shop.till.store.rules = settings.read().rules ?? shop.till.store.rules
    const asked = { ...order(hundredths), ...(proof === undefined ? {} : { proof }) }
    const answer = await answerAllowed({ handlers, mayCall }, 'refund:issue', asked)
    return answer.ok ? answer.value.attempt.state : answer.fault.kind
  }
  return { ...made, issue, sam, signIn, rights, settings, secrets, who }
}

it('a manager who serves gives no yes to the own refund', async () => {
  const { issue, sam, signIn } = await staffed({ rules })
  signIn.begin(sam)
  expect(await issue(2000, { with: 'pin', person: sam.id, pin })).toBe('second_person_is_the_cashier')
})

it('nor after locking the till, by the channel itself', async () => {
  const { issue, sam, signIn } = await staffed({ rules })
  signIn.begin(sam)
  signIn.lock('key')
  const answer = await issue(2000, { with: 'pin', person: sam.id, pin })
  expect([
    answer,
    attemptsOf(shop.refunds).map(({ intent }) => [intent.cashier, intent.allowedBy?.name]),
  ]).toEqual(['sign_in_needed', []])
})

it('rights to help on a till where nobody signed in make no refund that is nobody’s', async () => {
  const { issue, sam, rights } = await staffed({ rules })
  await rights.begin({ with: 'pin', person: sam.id, pin })
  const outcome = [await issue(900), attemptsOf(shop.refunds).map(({ intent }) => intent.cashier)]
  expect(outcome).toEqual(['sign_in_needed', []])
})
