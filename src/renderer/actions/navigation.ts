import type { LateNews } from '../../shared/attempt/late-news'
import type { SetUpStep } from '../../shared/contract/set-up'
import { heldBack, isRefundInFlight } from '../store/counter-state'
import { ask } from '../store/main'
import { notify, type OpenDialog, type Place, play, type State, store } from '../store/store'
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

/** Shows a step of setting this till up; null leaves that. */
export function showSetUp(setUp: SetUpStep | null): void {
  store.setState({ setUp, testSlip: { at: 'none' } })
}

export function openDialog(dialog: OpenDialog): void {
  if (isRefundInFlight(store.getState().counter)) return
  store.setState({ dialog, scannerReport: null, dialogTyped: false })
}

export function closeDialog(): void {
  store.setState({ dialog: null, dialogTyped: false })
}

export function typedInDialog(): void {
  store.setState({ dialogTyped: true })
}

/** @param named what the message says was copied, where the text itself is too long for it */
export async function copyText(text: string, named = text): Promise<void> {
  if ((await ask('clipboard:copy', { text })) !== undefined) notify({ kind: 'copied', text: named })
}

/** Shows Activity, with this refund open; null opens none. */
export function openAttempt(openMarker: string | null): void {
  store.setState({ openMarker, place: 'activity', setUp: null, dialog: null })
  newsSeen()
}

/** The attempt that stands large on the screen says itself what became of it. */
export function markerOnScreen({
  place,
  counter,
  openMarker,
}: Pick<State, 'place' | 'counter' | 'openMarker'>): string | null {
  if (place === 'activity') return openMarker
  return place === 'counter' && counter.at === 'outcome' ? counter.attempt.intent.marker : null
}

/** What is to be shown now: neither read nor on the screen already. */
export function unreadNews(
  news: readonly LateNews[],
  read: readonly string[],
  onScreen: string | null,
): readonly LateNews[] {
  return news.filter(({ key, marker }) => !read.includes(key) && (marker === '' || marker !== onScreen))
}

/** Sounds what was not told yet, and takes what the screen shows already as read. */
export function newsCame(before: readonly LateNews[]): void {
  const known = new Set(before.map(({ key }) => key))
  const came = store.getState().app.news.filter(({ key }) => !known.has(key))
  const shown = unreadNews(came, [], markerOnScreen(store.getState()))
  newsSeen()
  if (shown.length === 0) return
  play(shown.every((each) => each.kind === 'changed' && each.to === 'refunded') ? 'done' : 'attention')
}

/** Takes the changes of the refund on the screen as read. An alarm comes back when its refund leaves the screen. */
function newsSeen(): void {
  const { app } = store.getState()
  const onScreen = markerOnScreen(store.getState())
  const seen = app.news.filter(({ kind, marker }) => kind === 'changed' && marker === onScreen)
  readNews(...seen.map(({ key }) => key))
}

/** Shows these news no more: somebody pressed them away. */
export function readNews(...keys: readonly string[]): void {
  store.setState({ newsRead: [...store.getState().newsRead, ...keys] })
}

export async function printNews(marker: string): Promise<void> {
  if (isRefundInFlight(store.getState().counter)) return
  const evidence = await ask('activity:open', { marker })
  if (evidence === undefined) return
  const { attempt, storeId } = evidence
  await putOnPaper({ subject: 'outcome', attempt, storeId }, 'print')
}
