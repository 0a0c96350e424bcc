import type { LateNews } from '../../shared/late-news'
import { isRefundInFlight } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Icon } from '../ui/icon'
import { Sentence } from '../ui/text'
import { appWords } from '../words/app-words'
import { newsSentence, newsState, newsWords } from '../words/news-words'
import './news-strip.css'

function NewsEntry(props: { readonly news: LateNews; readonly more: number }) {
  const { news, more } = props
  const { key, kind, marker } = news
  const readNews = useStore((state) => state.readNews)
  const openAttempt = useStore((state) => state.openAttempt)
  const printNews = useStore((state) => state.printNews)
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const state = newsState(news)
  return (
    <div className={`news news-${state.tone}`}>
      <b aria-hidden="true" className="news-sign">
        {state.sign}
      </b>
      <p>
        <Sentence text={newsSentence(news)} />
        {more > 0 && <small> {newsWords.more(kind, more)}</small>}
      </p>
      <div className="news-buttons">
        <PressButton disabled={inFlight} onPress={() => openAttempt(marker === '' ? null : marker)}>
          {newsWords.open}
        </PressButton>
        {news.kind === 'changed' && news.to === 'refunded' && (
          <PressButton disabled={inFlight} onPress={() => void printNews(marker)}>
            {newsWords.print}
          </PressButton>
        )}
        {kind === 'changed' && (
          <PressButton look="quiet" label={appWords.dismiss} onPress={() => readNews(key)}>
            <Icon name="close" />
          </PressButton>
        )}
      </div>
    </div>
  )
}

/**
 * The newest alarm, until a supervisor has acknowledged it, and the oldest change, until somebody has seen it: none leaves
 * by itself.
 */
export function NewsStrip(props: { readonly news: readonly LateNews[] }) {
  const alarms = props.news.filter(({ kind }) => kind === 'alarm')
  const changes = props.news.filter(({ kind }) => kind === 'changed')
  const change = changes.at(-1)
  const [alarm] = alarms
  return (
    <>
      {alarm !== undefined && <NewsEntry key={alarm.key} news={alarm} more={alarms.length - 1} />}
      {change !== undefined && <NewsEntry key={change.key} news={change} more={changes.length - 1} />}
    </>
  )
}
