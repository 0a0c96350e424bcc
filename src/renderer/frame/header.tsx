import type { MouseEvent } from 'react'
import { isHeld } from '../desk/counter-place'
import { useDesk } from '../desk/desk-context'
import type { Place } from '../desk/desk-store'
import { clockMoment } from '../ui/clock'
import { appWords, connectionWords } from '../words/app-words'
import { OutageChip } from './outage-chip'
import { useSteady } from './use-steady'
import './frame.css'

/** Between a line that is tried and one that answers lies a moment in which nothing is known. */
const steadyMilliseconds = 400

function PlaceLink(props: { readonly place: Place; readonly name: string; readonly badge?: number }) {
  const current = useDesk((state) => state.place === props.place)
  const held = useDesk((state) => isHeld(state.counter))
  const go = useDesk((state) => state.go)
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    go(props.place)
  }
  const badge = props.badge ?? 0
  return (
    <a
      href={`#${props.place}`}
      className="place"
      aria-current={current ? 'page' : undefined}
      aria-disabled={held ? true : undefined}
      aria-describedby={badge > 0 ? 'undecided-count' : undefined}
      onClick={follow}
      draggable={false}
    >
      {props.name}
      {badge > 0 && (
        <span className="badge" aria-hidden="true">
          {badge}
        </span>
      )}
    </a>
  )
}

function Places() {
  const undecided = useDesk((state) => state.desk.undecided)
  const welcome = useDesk((state) => state.desk.mode === 'welcome')
  return (
    <nav aria-label={appWords.places} className="places">
      <PlaceLink place="counter" name={appWords.counter} />
      <PlaceLink place="activity" name={appWords.activity} badge={undecided} />
      {!welcome && <PlaceLink place="search" name={appWords.search} />}
      <PlaceLink place="settings" name={appWords.settings} />
      {undecided > 0 && (
        <span id="undecided-count" className="only-read">
          {appWords.undecided(undecided)}
        </span>
      )}
    </nav>
  )
}

function Connection() {
  const now = useDesk((desk) => desk.desk.connection.state)
  const since = useDesk((desk) => desk.desk.connection.since)
  const state = useSteady(now, steadyMilliseconds)
  const { sign, word } = connectionWords(state)
  return (
    <span role="status" aria-label={appWords.connection} className={`connection connection-${state}`}>
      <b aria-hidden="true">{sign}</b> <span>{word}</span>
      {state === 'offline' && <span> {appWords.since(clockMoment(since, Date.now()))}</span>}
    </span>
  )
}

/** Brand, the places, the connection, whose till this is. */
export function Header() {
  const storeName = useDesk((state) => state.desk.storeName)
  const cashier = useDesk((state) => state.desk.cashier)
  const welcome = useDesk((state) => state.desk.mode === 'welcome')
  return (
    <header className="header">
      <span className="brand">{appWords.brand}</span>
      <Places />
      {!welcome && (
        <div className="till">
          <OutageChip />
          <Connection />
          {storeName !== '' && <span className="till-name">{storeName}</span>}
          {cashier !== '' && <span className="till-name">{cashier}</span>}
        </div>
      )}
    </header>
  )
}
