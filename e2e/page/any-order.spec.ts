/** Hands that do anything in any order, and a main that answers late: what holds after every step. */
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { succeed } from '../../src/shared/base/result'
import { byExtent } from '../../src/shared/testing/extent'
import { receipt, scan } from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, type Till, test } from './played/page'
import { pin } from './played/played-people'
import { served } from './played/screens'

const badges = { 'B-7300114': 'p-ann', 'B-7300115': 'p-sam' } as const
const payments = Array.from({ length: 12 }, (_, number) => `PAY-${number}`)
const ends = ['refunded', 'unconfirmed', 'refused', 'not_sent'] as const
const rule = { kind: 'second_person_needed', by: ['amount'], marker: '' } as const
const calls = ['lookup:find', 'refund:issue', 'refund:judge', 'people:scan', 'activity:page'] as const

/** Everything that main may do by itself, by name. */
function mainActs({ main }: Till) {
  let held: (() => void)[] = []
  const signIn = (place: number) => {
    const person = served.list[place % served.list.length]
    main.people.change({ signedIn: person ?? null, locked: false, rights: null })
  }
  return {
    hold: (number: number) => void held.push(main.hold(calls[number % calls.length] ?? 'lookup:find')),
    release: () => {
      for (const release of held) release()
      held = []
    },
    offline: () => main.cutLine(true),
    online: () => main.cutLine(false),
    lock: () => void main.people.change({ locked: true, rights: null }),
    signIn,
    rules: (number: number) => {
      main.people.rules = number % 4 === 0 ? () => rule : () => null
    },
    settles: (number: number) => {
      const attempt = main.attempts[number % Math.max(1, main.attempts.length)]
      const state = number % 2 === 0 ? 'refunded' : 'unconfirmed'
      if (attempt !== undefined) main.changeAttempt(attempt, { state })
    },
  }
}

const keys =
  'r a l p / ? 1 3 Enter Space Escape Tab Shift+Tab Control+Enter Alt+1 Alt+2 Control+l F6 ArrowDown Backspace'

const anAct = fc.oneof(
  { weight: 90, arbitrary: fc.record({ next: fc.nat(100) }) },
  {
    weight: 8,
    arbitrary: fc.record({ scan: fc.constantFrom(...payments, ...Object.keys(badges), 'NOPE-1') }),
  },
  { weight: 16, arbitrary: fc.record({ press: fc.constantFrom(...keys.split(' ')) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('20.25', '999', 'abc', pin, '111111') }) },
  { weight: 6, arbitrary: fc.record({ click: fc.nat(60) }) },
  { weight: 5, arbitrary: fc.record({ time: fc.constantFrom(100, 700, 11_000, 61_000) }) },
  {
    weight: 20,
    arbitrary: fc.record({
      main: fc.constantFrom(
        'hold',
        'release',
        'release',
        'offline',
        'online',
        'lock',
        'signIn',
        'rules',
        'settles',
      ),
      number: fc.nat(100),
    }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never

/** The sum on the button that sends; '' where there is none. */
const sumToSend = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('form.panel .button-go')?.textContent ?? ''
    return /^Refund HK\$([\d.]+)/.exec(button)?.[1] ?? ''
  })

async function press(page: Page, key: string): Promise<void> {
  await pause(page, 200)
  await page.keyboard.press(key)
}

/** What a cashier would do next. */
async function goOn(page: Page, number: number): Promise<void> {
  const places = ['dialog[open]', '[aria-label=Outcome]', 'form.panel', 'article']
  const at = await page.evaluate((all) => all.find((one) => document.querySelector(one) !== null), places)
  const [isOften, isSeldom] = [number % 3 !== 0, number % 7 === 0]
  if (at === 'form.panel') return press(page, isSeldom ? 'Escape' : isOften ? 'Control+Enter' : 'Alt+1')
  if (at === 'article') return press(page, isOften ? 'r' : 'Escape')
  if (at === undefined && isOften) return scan(page, payments[number % payments.length] ?? '')
  // An outcome takes no press at once.
  await pause(page, 700)
  await page.keyboard.press('Escape')
}

/** Presses whatever is on the screen. What lies under something else, or goes, is no matter here. */
async function clickOn(page: Page, number: number): Promise<void> {
  const targets = page.locator(
    'button:visible:enabled, a:visible, summary:visible, input[type=radio]:visible',
  )
  const one = targets.nth(number % Math.max(1, await targets.count()))
  await pause(page, 700)
  await one.click({ timeout: 500 }).catch(() => undefined)
}

/** Waits until main has heard what the page has said so far. */
const untilHeard = (page: Page) => page.evaluate("tillside.call('app:read')")

const sumOf = ({ amount }: { readonly amount: { readonly hundredths: number } }) =>
  (amount.hundredths / 100).toFixed(2)

/** What is wrong with the screen as it stands, besides what every test of a page is told. */
const faultsOf = (page: Page, isLocked: boolean) =>
  page.evaluate((locked) => {
    const { activeElement: focused, body } = document
    const isShift = document.querySelector('.sheet') !== null
    return [
      focused !== body && focused?.getClientRects().length === 0 ? 'the focus is in something hidden' : '',
      document.documentElement.scrollWidth > innerWidth ? 'it is wider than the window' : '',
      document.querySelectorAll('dialog[open]').length > 1 ? 'two dialogs are open' : '',
      locked && !isShift && /HK\$\d/.test(body.innerText) ? 'money is shown at a locked till' : '',
    ].filter((fault) => fault !== '')
  }, isLocked)

test.describe('whatever is done in whatever order, and however late main answers', () => {
  for (const seed of Array.from(
    { length: byExtent({ quick: 1, ci: 2, night: 100 }) },
    (_, index) => index + 1,
  )) {
    test(`the window sends what its button says, hides what is locked, and is never stuck, ${seed}`, async ({
      till,
    }) => {
      const { main } = till
      Object.assign(main.app, { people: served })
      for (const [code, person] of Object.entries(badges)) main.people.giveBadge(person, code)
      for (const [number, code] of payments.entries()) {
        main.service.add({ id: `payment ${number}`, transaction_id: code, amount: 10_000 + 137 * number })
        main.ends.set(code, ends[number % ends.length] ?? 'refunded')
      }
      main.service.add({ id: 'the last', transaction_id: 'PAY-LAST', amount: 9999 })
      // The language stays as it is.
      main.answer('settings:save', () => succeed(main.app))
      const acts = mainActs(till)
      const page = await till.open()
      const done: string[] = []
      const lately = () => done.slice(-20).join('\n')

      async function act(what: Act): Promise<void> {
        if ('next' in what) {
          return main.app.people.locked ? acts.signIn(what.next) : goOn(page, what.next)
        }
        if ('scan' in what) return scan(page, what.scan)
        if ('press' in what) return press(page, what.press)
        if ('click' in what) return clickOn(page, what.click)
        if ('time' in what) return pause(page, what.time)
        if ('main' in what) return acts[what.main](what.number)
        for (const key of what.type) await press(page, key)
      }

      for (const what of fc.sample(fc.noBias(anAct), { seed, numRuns: 200 })) {
        if ('next' in what && what.next % 2 === 0) acts.release()
        await untilHeard(page)
        const [sum, before] = [await sumToSend(page), main.asked('refund:issue').length]
        await act(what)
        done.push(JSON.stringify(what))
        await untilHeard(page)
        const sums = main.asked('refund:issue').slice(before).map(sumOf)
        const wrong = sums.filter((sent) => sums.length > 1 || sent !== sum)
        expect([...wrong, ...till.takeComplaints(), ...main.broken], `${lately()}\n${sum}`).toEqual([])
        await expect.poll(() => faultsOf(page, main.app.people.locked), { message: lately() }).toEqual([])
      }
      acts.release()
      acts.online()
      acts.rules(1)
      acts.signIn(1)
      await page.locator('.sign-in').waitFor({ state: 'detached' })
      for (let times = 0; times < 8; times += 1) await goOn(page, 0)
      await scan(page, 'PAY-LAST')
      await expect(receipt(page), lately()).toContainText('PAY-LAST')
      for (const key of ['r', 'Alt+1', 'Control+Enter']) await press(page, key)
      await expect
        .poll(() => main.asked('refund:issue').map(sumOf).at(-1), { message: lately() })
        .toBe('99.99')
    })
  }
})
