import type { LateNews } from '../../shared/late-news'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import type { StoreState } from '../store/store-state'
import type { GetStore, SetStore, ShellActions, StoreDeps } from '../store/store-types'

type Seen = Pick<StoreState, 'place' | 'counter' | 'openMarker' | 'dialog'>

/** The attempt that stands large on the screen says itself what became of it. */
export function markerOnScreen({ place, counter, openMarker }: Seen): string | null {
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

type NewsActions = Pick<ShellActions, 'newsCame' | 'newsSeen' | 'readNews' | 'printNews'>

/** What main tells of refunds whose cashier has gone on. */
export function makeNewsActions(set: SetStore, get: GetStore, deps: StoreDeps): NewsActions {
  const read = (keys: readonly string[]) => set({ newsRead: [...get().newsRead, ...keys] })
  return {
    newsCame: (before) => {
      const known = new Set(before.map(({ key }) => key))
      const came = get().app.news.filter(({ key }) => !known.has(key))
      const shown = unreadNews(came, [], markerOnScreen(get()))
      get().newsSeen()
      const [first] = shown
      if (first === undefined) return
      deps.play(
        shown.every((each) => each.kind === 'changed' && each.to === 'refunded') ? 'done' : 'attention',
      )
    },
    newsSeen: () => {
      const onScreen = markerOnScreen(get())
      // An alarm comes back when its refund leaves the screen; what only changed has been seen there.
      const seen = get().app.news.filter(({ kind, marker }) => kind === 'changed' && marker === onScreen)
      read(seen.map(({ key }) => key))
    },
    readNews: (key) => read([key]),
    printNews: async (marker) => {
      if (isRefundInFlight(get().counter)) return
      const evidence = await answerOf(deps.api.openAttempt({ marker }))
      if (!evidence.ok) return get().notify({ kind: 'fault', fault: evidence.fault })
      const { attempt, storeId } = evidence.value
      await get().putOnPaper({ subject: 'outcome', attempt, storeId }, 'print')
    },
  }
}
