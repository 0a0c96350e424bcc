/** What stands in the journal after a restart, and that the payment can be brought to one refund, never two. */
import type { Page } from '@playwright/test'
import type { AttemptEvent } from '../../src/shared/attempt'
import type { BridgeApi } from '../../src/shared/contract'
import { allowWith, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { letPass } from '../fixtures/other-clock'
import { expect, type Opened } from '../fixtures/till'
import { type Line, lookUpByField, place, supervisorPin } from './line-to-service'

/** How far the refund had got, by what stands in the journal. */
export type Reached = 'nothing' | 'sending' | 'answered'

type History = { readonly marker: string; readonly events: readonly AttemptEvent[] }

/** One payment of the service: its internal id and the code on its receipt. */
export type Payment = { readonly id: string; readonly code: string }

function historiesOn(page: Page, id: string): Promise<readonly History[]> {
  return page.evaluate(async (wanted) => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const page_ = await tillside.call('activity:page', { before: null, count: 100 })
    const markers = page_.ok
      ? page_.value.attempts.filter(({ intent }) => intent.id === wanted).map(({ intent }) => intent.marker)
      : []
    const opened = await Promise.all(markers.map((marker) => tillside.call('activity:open', { marker })))
    return opened.flatMap((each) =>
      each.ok ? [{ marker: each.value.attempt.intent.marker, events: each.value.events }] : [],
    )
  }, id)
}

function reachedBy(history: History | undefined): Reached {
  const kinds = history?.events.map(({ kind }) => kind) ?? []
  if (kinds.includes('interrupted')) return 'sending'
  return kinds.includes('answered') ? 'answered' : 'nothing'
}

/** A supervisor who has seen the service's book says that the refund is not in it. */
async function decideNotRefunded(page: Page, marker: string): Promise<void> {
  const decided = await page.evaluate(
    async ([name, pin]) => {
      const { tillside } = window as unknown as { readonly tillside: BridgeApi }
      const seen = { supervisor: 'Ada', saw: 'No refund', why: 'Killed' }
      const decision = { ...seen, to: 'not_refunded', portal: false } as const
      return tillside.call('activity:decide', { marker: name, proof: { with: 'pin', pin }, decision })
    },
    [marker, supervisorPin] as const,
  )
  expect(decided.ok ? 'decided' : decided.fault).toBe('decided')
}

async function expectInActivity(page: Page, marker: string, word: string): Promise<void> {
  await place(page, 'Activity').click()
  const row = page.getByRole('list', { name: 'Refunds' }).getByRole('button').filter({ hasText: marker })
  await expect(row).toContainText(word, { timeout: 20_000 })
  await place(page, 'Counter').click()
}

async function expectLocked(page: Page): Promise<void> {
  await expect(page.getByText('No refund now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
}

/**
 * Checks the program that was opened again: what was written stands in Activity, what is undecided is locked,
 * what was never sent can be refunded, with exactly one more POST. Answers how far the refund had got. It
 * lets some minutes pass for the program: nobody may say "not refunded" sooner.
 */
export async function checkAfterKill(
  line: Line,
  { app, page }: Opened,
  { id, code }: Payment,
): Promise<Reached> {
  const refunded = () => line.service.ledger.entries(id).length === 1
  const wasApplied = refunded()
  const sent = line.proxy.refunds.length
  const histories = await historiesOn(page, id)
  expect(histories.length).toBeLessThanOrEqual(1)
  const [history] = histories
  const reached = reachedBy(history)
  if (history !== undefined) {
    const words = { nothing: '', sending: 'Unconfirmed', answered: 'Refunded' }
    await expectInActivity(page, history.marker, wasApplied ? 'Refunded' : words[reached])
  }
  await lookUpByField(page, code)
  if (history !== undefined && reached === 'sending' && !wasApplied) {
    await expectLocked(page)
    await letPass(app, 3)
    await decideNotRefunded(page, history.marker)
    await lookUpByField(page, code)
  }
  if (!wasApplied) {
    // The receipt that stood there before carries the same code: only the button tells that it is the new one.
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor()
    await refundByKeys(page)
    if (history !== undefined && reached === 'sending') await allowWith(page, supervisorPin)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    await lookUpByField(page, code)
  }
  await expect(page.getByText('Already refunded in full')).toBeVisible()
  expect([line.proxy.refunds.length - sent, refunded()]).toEqual([wasApplied ? 0 : 1, true])
  return reached
}
