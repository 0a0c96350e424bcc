import type { LateNews } from '../../shared/attempt/alarms'
import { shortText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { SetUpStep } from '../../shared/contract/set-up'
import { ask } from '../store/main'
import {
  announce,
  heldBack,
  isRefundInFlight,
  notify,
  type OpenDialog,
  type Place,
  play,
  type State,
  store,
} from '../store/store'
import { announceFound } from '../words/app'
import { putOnPaper } from './paper'

/** Shows a place, unless a refund is being sent. */
export function go(place: Place): void {
  const { counter, keptForm } = store.getState()
  if (isRefundInFlight(counter)) return
  store.setState({
    place,
    setUp: null,
    dialog: null,
    keptForm: heldBack(keptForm),
    drawerOpen: false,
    notice: null,
    openMarker: null,
    outageAsked: 0,
  })
}

/** Shows a step of the set-up; null leaves it. */
export function showSetUp(setUp: SetUpStep | null): void {
  store.setState({ setUp, testSlip: { at: 'none' } })
}

/** Opens a dialog, unless a refund is in flight. */
export function openDialog(dialog: OpenDialog): void {
  if (isRefundInFlight(store.getState().counter)) return
  store.setState({ dialog, scannerReport: null, dialogTyped: false })
}

export function closeDialog(): void {
  store.setState({ dialog: null })
}

/** Notes whether something is typed or chosen in the open dialog. */
export function typedInDialog(dialogTyped: boolean): void {
  store.setState({ dialogTyped })
}

/** Copies text and says so. @param named what the message names: the beginning of the text unless given */
export async function copyText(text: string, named = shortText(text, 60)): Promise<void> {
  if ((await ask('clipboard:copy', { text })) !== undefined) notify({ kind: 'copied', text: named })
}

/** Shows Activity with this refund open; null opens none. */
export function openAttempt(openMarker: string | null): void {
  const keptForm = heldBack(store.getState().keptForm)
  store.setState({ openMarker, place: 'activity', setUp: null, dialog: null, keptForm })
  newsSeen()
}

/** Returns the refund no. of the attempt on screen: the screen itself tells of its changes. A lock covers every place. */
export function markerOnScreen({ app, sheet, place, counter, openMarker }: State): string | null {
  if (app.people.locked || sheet !== null) return null
  if (place === 'activity') return openMarker
  return place === 'counter' && counter.at === 'outcome' ? counter.attempt.intent.marker : null
}

/** Returns the news that is neither read nor about what is on screen. */
export function unreadNews(
  news: readonly LateNews[],
  read: readonly string[],
  onScreen: string | null,
): readonly LateNews[] {
  return news.filter(({ key, marker }) => !read.includes(key) && (marker === '' || marker !== onScreen))
}

/** Plays a sound for news that is new, and marks what is on screen as read. */
export function newsCame(before: readonly LateNews[]): void {
  const known = new Set(before.map(({ key }) => key))
  const { app, newsRead } = store.getState()
  const came = app.news.filter(({ key }) => !known.has(key))
  const shown = unreadNews(came, newsRead, markerOnScreen(store.getState()))
  newsSeen()
  if (shown.length === 0) return
  play(shown.every((each) => each.kind === 'changed' && each.to === 'refunded') ? 'done' : 'attention')
}

/** Marks changes of the attempt on screen as read. An alarm reappears when its refund leaves the screen. */
function newsSeen(): void {
  const { app } = store.getState()
  const onScreen = markerOnScreen(store.getState())
  const seen = app.news.filter(({ kind, marker }) => kind === 'changed' && marker === onScreen)
  readNews(...seen.map(({ key }) => key))
}

/** Marks news as read. */
export function readNews(...keys: readonly string[]): void {
  const { newsRead } = store.getState()
  const unread = keys.filter((key) => !newsRead.includes(key))
  if (unread.length > 0) store.setState({ newsRead: [...newsRead, ...unread] })
}

/** Prints the slip of the refund that news is about, unless a refund is in flight. */
export async function printNews(marker: string): Promise<void> {
  if (isRefundInFlight(store.getState().counter)) return
  const evidence = await ask('activity:open', { marker })
  if (evidence === undefined) return
  const { attempt, storeId } = evidence
  putOnPaper({ subject: 'outcome', attempt, storeId }, 'print')
}

/** Reads a receipt out to a screen reader. */
export function announceShown(shown: ShownTransaction): void {
  const { app, stores } = store.getState()
  announce(announceFound(shown, app, stores.names))
}
