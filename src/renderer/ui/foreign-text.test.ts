/** Text from outside is drawn by `UntrustedText` or `Text` (ui/text.tsx), nowhere else (docs/architecture.md, "Text from outside"). */
import { expect, it } from 'vitest'
import { components } from './testing/source-texts'

/** Names of foreign text, by their last word. */
const names =
  'tillName cashier supervisor reason saw why note message remark detail raw code marker transactionId customId href rel value was status currency serviceAddress address firstName lastName paidAt updatedAt path list'.split(
    ' ',
  )
/** Functions that return foreign text, or a sentence with such. */
const sentences =
  'eventWords outcomeSentence noticeWords faultNoticeWords formatMoney gatewayName paidWith serviceSays messageText notAvailable storeTitle storeNote amountWords'.split(
    ' ',
  )

/** An element's only child is such a text. */
const bareText = new RegExp(
  `(?:>|^)\\s*\\{(?!\\w*[wW]ords\\.)(?:[\\w?]+\\.)*(?:${names.join('|')})\\}\\s*(?:<|$)`,
  'gm',
)
const bareSentence = new RegExp(`(?:>|^)\\s*\\{(?:${sentences.join('|')})\\(`, 'gm')

/** Checked exceptions: text of ours, or isolated by plain elements. */
const ours: ReadonlySet<string> = new Set([
  'drawing/drawing-boundary.tsx: >{marker}<',
  'welcome/welcome.tsx: >{code}<',
])

const bareIn = (text: string) =>
  [bareText, bareSentence].flatMap((bare) => [...text.matchAll(bare)].map(([found]) => found.trim()))

it('no text from outside is drawn as it came', () => {
  expect(components.length).toBeGreaterThan(30)
  const found = components.flatMap(({ name, text }) => bareIn(text).map((bare) => `${name}: ${bare}`))
  expect(found.filter((each) => !ours.has(each))).toEqual([])
})

it('would be noticed', () => {
  const places = [
    '<p>{shown.cashier}</p>',
    '<p>\n  {attempt.decision?.why}\n</p>',
    '<b>{formatMoney(amount)}</b>',
    '<p><UntrustedText text={shown.cashier} /></p>',
  ]
  expect(places.map((place) => bareIn(place).length)).toEqual([1, 1, 1, 0])
})
