import type { MouseEvent } from 'react'
import { isHeld } from '../desk/counter-place'
import { useDesk } from '../desk/desk-context'
import type { Place } from '../desk/desk-store'
import { clockTime } from '../ui/clock'
import { appWords, connectionWords } from '../words/app-words'
import './frame.css'

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
  return (
    <nav aria-label={appWords.places} className="places">
      <PlaceLink place="counter" name={appWords.counter} />
      <PlaceLink place="activity" name={appWords.activity} badge={undecided} />
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
  const connection = useDesk((state) => state.desk.connection)
  const { sign, word } = connectionWords(connection.state)
  return (
    <span
      role="status"
      aria-label={appWords.connection}
      className={`connection connection-${connection.state}`}
    >
      <b aria-hidden="true">{sign}</b> <span>{word}</span>
      {connection.state === 'offline' && <span> {appWords.since(clockTime(connection.since))}</span>}
    </span>
  )
}

/** Brand, the three places, the connection, whose till this is. */
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
          <Connection />
          {storeName !== '' && <span className="till-name">{storeName}</span>}
          {cashier !== '' && <span className="till-name">{cashier}</span>}
        </div>
      )}
    </header>
  )
}
