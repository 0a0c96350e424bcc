import { type MouseEvent, useEffect, useState } from 'react'
import type { AppState } from '../../shared/contract/contract'
import { go } from '../actions/navigation'
import { OutageChip } from '../outage/outage'
import { WhoServes } from '../people/sign-in'
import { isRefundInFlight } from '../store/counter-state'
import { type Place, useStore } from '../store/store'
import { clockMoment } from '../ui/clock'
import { UntrustedText } from '../ui/text'
import { buildWords, connectionWords } from '../words/app'
import { words } from '../words/words'

/** A connection attempt passes through `unknown` for a moment. */
const minSteadyMs = 400

type ConnectionState = AppState['connection']['state']

/** Returns the state to show: online at once, any other once it has lasted. Short changes are never shown. */
function useSteadyConnection(now: ConnectionState): ConnectionState {
  const [steady, setSteady] = useState(now)
  if (now === 'online' && steady !== now) setSteady(now)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(now), minSteadyMs)
    return () => clearTimeout(timer)
  }, [now])
  return now === 'online' ? now : steady
}

function PlaceLink(props: {
  readonly place: Place
  readonly name: string
  /** The number of entries that need someone. */
  readonly badge?: { readonly count: number; readonly alarms: number }
}) {
  const current = useStore((state) => state.place === props.place)
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    go(props.place)
  }
  const { count, alarms } = props.badge ?? { count: 0, alarms: 0 }
  return (
    <a
      href={`#${props.place}`}
      className="place"
      aria-current={current ? 'page' : undefined}
      aria-disabled={inFlight ? true : undefined}
      aria-describedby={count > 0 ? 'open-count' : undefined}
      onClick={follow}
      draggable={false}
    >
      {props.name}
      {count > 0 && (
        <span className={alarms > 0 ? 'badge badge-attention' : 'badge'} aria-hidden="true">
          {count}
        </span>
      )}
    </a>
  )
}

function Places() {
  const { alarms, waitingForPerson } = useStore((state) => state.app.attention)
  const count = alarms + waitingForPerson
  const welcome = useStore((state) => state.app.mode === 'welcome')
  return (
    <nav aria-label={words.shell.places} className="places">
      <PlaceLink place="counter" name={words.shell.counter} />
      <PlaceLink place="activity" name={words.shell.activity} badge={{ count, alarms }} />
      {!welcome && <PlaceLink place="search" name={words.shell.search} />}
      <PlaceLink place="settings" name={words.shell.settings} />
      {count > 0 && (
        <span id="open-count" className="visually-hidden">
          {words.shell.attention(count)}
        </span>
      )}
    </nav>
  )
}

function Connection() {
  const state = useSteadyConnection(useStore((app) => app.app.connection.state))
  const since = useStore((app) => app.app.connection.since)
  const { sign, word } = connectionWords(state)
  return (
    <span role="status" aria-label={words.shell.connection} className={`connection connection-${state}`}>
      <b aria-hidden="true">{sign}</b> <span>{word}</span>
      {state === 'offline' && <span> {words.shell.since(clockMoment(since, Date.now()))}</span>}
    </span>
  )
}

export function Header() {
  const storeName = useStore((state) => state.app.storeName)
  const welcome = useStore((state) => state.app.mode === 'welcome')
  const outage = useStore((state) => state.outage)
  const locked = useStore((state) => state.app.people.locked)
  // The cashier can't change a test build, so only About and the slips name it.
  const build = useStore((state) => buildWords({ ...state.app.about, testBuild: false }))
  return (
    <header className="header">
      <span className="brand">{words.shell.brand}</span>
      {!locked && <Places />}
      {build !== '' && <strong className="test-build state-no fine">{build}</strong>}
      {!welcome && (
        <div className="till soft fine">
          {outage !== null && <OutageChip outage={outage} />}
          <Connection />
          {storeName !== '' && <UntrustedText as="span" className="till-name cut" text={storeName} />}
          <WhoServes />
        </div>
      )}
    </header>
  )
}
