import { describe, expect, it, vi } from 'vitest'
import type { LateNews } from '../../shared/attempt/alarms'
import { succeed } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import { anAppState, thePeople } from '../../shared/testing/app-state-sample'
import { appStateChanged } from '../actions/app-state'
import { copyText, markerOnScreen, newsCame, openAttempt, readNews, unreadNews } from '../actions/navigation'
import { followMain, keepNewsRead } from '../boot/window'
import { App } from '../shell/app'
import { store } from '../store/store'
import { draw, wordsIn } from '../store/testing/draw'
import { playMain } from '../store/testing/play-main'
import { anAttempt } from '../store/testing/samples'
import { words } from '../words/words'
import { clockMoment, clockTime } from './hooks'
import { News, PassingMessage, StayingMessages } from './messages'

const marker = 'R-7K3QX9A2MD'
const code = '483920174462'
const at = Date.now()
const time = clockTime(at)
const changed = (to: Extract<LateNews, { kind: 'changed' }>['to'], key = `${marker}@9`): LateNews => {
  return { kind: 'changed', key, at, marker, code, hundredths: 25550, currency: 'HKD', to }
}
const alarm: LateNews = { kind: 'alarm', key: `${marker}!1`, at, marker, code, alarm: 'more_than_ours' }

it('the list of news names the receipt of each, alarms first, what became of it, and what can be done', () => {
  const other: LateNews = { kind: 'alarm', key: '!4', at, marker: '', code: '', alarm: 'unexplained_rise' }
  const became = ['refunded', 'not_refunded', 'refunded_probably', 'not_sent'] as const
  const all = became.map((to) => changed(to, to))
  expect(wordsIn(draw(<News news={[alarm, other, ...all]} />))).toBe(
    [
      `! Receipt ${code}: More was refunded than this refund. Tell a supervisor now. ${time} Open`,
      `! ${words.alarms.unexplained_rise} ${time} Open`,
      `✓ Receipt ${code}: the HK$255.50 refund went through. ${time} Open Print slip`,
      `✕ Receipt ${code}: the HK$255.50 refund didn’t go through. You can try again. ${time} Open`,
      `≈ Receipt ${code}: the HK$255.50 refund probably went through. A supervisor must confirm it. ${time} Open`,
      `○ Receipt ${code}: the HK$255.50 refund wasn’t sent after all. You can try again. ${time} Open`,
    ].join(' '),
  )
})

it('a dismissed word about wrong PINs stays dismissed, and news of yesterday have their day', () => {
  const wrongPins = { person: { id: 'p-may', name: 'May' }, tries: 3, since: '2026-11-20T09:00:00.000Z' }
  const yesterday = at - 24 * 60 * 60 * 1000
  const said = (newsRead: readonly string[]) =>
    wordsIn(draw(<StayingMessages />, { wrongPins, news: [{ ...alarm, at: yesterday }] }, { newsRead }))
  const key = JSON.stringify(['p-may', 3, wrongPins.since])
  expect([said([]), said([key])].map((each) => each.includes('May'))).toEqual([true, false])
  expect(said([])).toContain(clockMoment(yesterday))
})

describe('news of earlier refunds', () => {
  const come = (news: readonly LateNews[]) => appStateChanged(anAppState({ news }))

  it('sound once each, good news and bad news differently', () => {
    const main = playMain()
    come([changed('refunded')])
    come([changed('refunded')])
    come([alarm, changed('refunded')])
    expect(main.sounds).toEqual(['done', 'attention'])
  })

  it('are silent and read where the outcome on screen says them, but an alarm comes back afterwards', () => {
    const main = playMain()
    store.setState({ counter: { at: 'outcome', attempt: anAttempt(), shown: null, storeId: '' } })
    come([alarm, changed('refunded')])
    const { app, newsRead } = store.getState()
    const unread = [marker, null].map((onScreen) => unreadNews(app.news, newsRead, onScreen))
    expect([main.sounds, unread]).toEqual([[], [[], [alarm]]])
  })

  it('are told where a lock covers the outcome: whoever signs in next has not seen them', () => {
    const main = playMain()
    const signedInAs = (id: string, locked: boolean) =>
      thePeople({ staffed: true, locked, signedIn: { id, name: id, role: 'cashier' } })
    const come = (people: AppState['people'], news: readonly LateNews[] = [changed('refunded')]) =>
      appStateChanged(anAppState({ people, news }))
    come(signedInAs('ann', false), [])
    const attempt = anAttempt({ state: 'unconfirmed' })
    store.setState({ counter: { at: 'outcome', attempt, shown: null, storeId: '' } })
    come(signedInAs('ann', true))
    come(signedInAs('bob', false))
    const { app, newsRead, counter } = store.getState()
    const unread = unreadNews(app.news, newsRead, markerOnScreen(store.getState()))
    expect([main.sounds, counter.at, unread]).toEqual([['done'], 'scan', [changed('refunded')]])
  })

  it('stay until they are seen: pressed away, or opened', () => {
    vi.useFakeTimers()
    playMain()
    const other = { ...changed('not_refunded', 'other'), marker: 'R-OTHER00000', code: '601910635176' }
    come([changed('refunded'), other])
    const unread = () => unreadNews(store.getState().app.news, store.getState().newsRead, null).length
    vi.advanceTimersByTime(3_600_000)
    const kept = unread()
    readNews('other')
    const left = unread()
    openAttempt(marker)
    vi.useRealTimers()
    expect([kept, left, unread()]).toEqual([2, 1, 0])
  })

  it('are noted as read once, however often main tells of anything else while their outcome is on screen', () => {
    playMain()
    store.setState({ counter: { at: 'outcome', attempt: anAttempt(), shown: null, storeId: '' } })
    for (let told = 0; told < 3; told += 1) come([changed('refunded')])
    const { newsRead } = store.getState()
    come([changed('refunded')])
    expect([newsRead, store.getState().newsRead === newsRead]).toEqual([[`${marker}@9`], true])
  })

  it('are told in every place, and nothing of them over a lock', () => {
    const says = (locked: boolean) => {
      const app = { news: [changed('refunded')], people: thePeople({ staffed: true, locked }) }
      return wordsIn(draw(<App />, app, { place: 'activity' })).includes('HK$255.50')
    }
    expect([says(false), says(true)]).toEqual([true, false])
  })

  it('from before the window was there are told when it comes', () => {
    const main = playMain()
    store.setState({ app: anAppState({ news: [changed('refunded')] }) })
    newsCame([])
    expect(main.sounds).toEqual(['done'])
  })

  it('stay read where the window is loaded anew', () => {
    const kept: string[] = []
    const storage = {
      getItem: () => kept.at(-1) ?? null,
      setItem: (_name: string, text: string) => void kept.push(text),
    }
    playMain()
    keepNewsRead(storage)
    const before = store.getState().newsRead
    readNews('R-1@2', 'R-3@4')
    const left = kept.slice()
    const main = playMain({ app: anAppState({ news: [changed('refunded', 'R-3@4')] }) })
    keepNewsRead({ ...storage, getItem: () => left.at(-1) ?? null })
    newsCame([])
    expect([before, store.getState().newsRead, main.sounds]).toEqual([[], ['R-1@2', 'R-3@4'], []])
  })

  it('sound once where they came between the first state and the listening', async () => {
    const app = anAppState({ news: [alarm] })
    const main = playMain({}, { 'app:read': async () => succeed(app) })
    await followMain()
    expect(main.sounds).toEqual(['attention'])
  })
})

it('a long text that was copied is named by its beginning, so that the message doesn’t cover the page', async () => {
  const copied: string[] = []
  const take = async ({ text }: { readonly text: string }) => {
    copied.push(text)
    return succeed({})
  }
  const said = async (text: string) => {
    playMain({}, { 'clipboard:copy': take })
    await copyText(text)
    return wordsIn(draw(<PassingMessage />, {}, { notice: store.getState().notice }))
  }
  const link = `https://pay.example/${'a'.repeat(65_000)}`
  expect([await said(code), await said(link)]).toEqual([`Copied ${code}`, `Copied ${link.slice(0, 60)}…`])
  expect(copied).toEqual([code, link])
})

it('a failure that names a wait counts down, and only what happened interrupts a screen reader', () => {
  vi.useFakeTimers()
  const notice = { kind: 'fault', fault: { kind: 'pin_throttled', waitSeconds: 50 } } as const
  const said = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    return draw(<StayingMessages />, {}, { faults: [notice] })
  }
  const sheets = [said(0), said(20), said(100)]
  vi.useRealTimers()
  const what = 'Too many wrong PINs. No PIN is checked for a while.'
  const next = ['Wait 50 s, then try again.', 'Wait 30 s, then try again.', 'Try again.']
  expect(sheets.map(wordsIn)).toEqual(next.map((says) => `${what} ${says}`))
  expect(sheets.map((sheet) => sheet.match(/<span aria-live="off">([^<]*)/)?.[1])).toEqual(next)
})
