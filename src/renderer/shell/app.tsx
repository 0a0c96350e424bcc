import { type MouseEvent, useEffect, useState } from 'react'
import type { AppState } from '../../shared/contract/contract'
import { isPractice } from '../../shared/contract/practice'
import type { OutageState } from '../../shared/lookup/outage'
import { maxReasons } from '../../shared/people/rules'
import { go } from '../actions/navigation'
import { showOutage } from '../actions/outage'
import { paperKey } from '../actions/paper'
import { lockTill } from '../actions/people'
import { Activity } from '../activity/activity'
import { ShiftSheet } from '../activity/day'
import { Counter } from '../counter/counter'
import { Guarded } from '../drawing/drawing-boundary'
import { keysNow } from '../keys/key-bindings'
import { DropTarget } from '../outage/outage'
import { AcknowledgeDialog, ReleaseDialog, RightsDialog } from '../people/dialogs'
import { SignIn } from '../people/sign-in'
import { PaperHost } from '../print/paper'
import { Search } from '../search/search'
import { ScannerTest } from '../settings/look-and-print'
import { BeginJournalDialog, RecordBegunDialog } from '../settings/records'
import { Settings } from '../settings/settings'
import { isRefundInFlight, isSettingUp, type OpenDialog, type Place, useStore } from '../store/store'
import { KeyCap, PressButton } from '../ui/controls'
import { ConfirmDialog, DialogWindow } from '../ui/dialog'
import { clockMoment, useToday } from '../ui/hooks'
import { LiveRegion, PassingMessage, StayingMessages } from '../ui/messages'
import { Facts, UntrustedText } from '../ui/text'
import { PracticeCodes, Welcome } from '../welcome/welcome'
import { buildWords, chipWords } from '../words/app'
import { confirmKey, keyHints } from '../words/common'
import { words } from '../words/words'

const places = { activity: Activity, search: Search, settings: Settings } as const

function CurrentPlace() {
  const place = useStore((state) => (isSettingUp(state) ? 'welcome' : state.place))
  const locked = useStore((state) => state.app.people.locked)
  const sheet = useStore((state) => state.sheet)
  if (sheet !== null) return <ShiftSheet sheet={sheet} />
  if (locked) return <SignIn />
  if (place === 'counter') return <Counter />
  const Place = place === 'welcome' ? Welcome : places[place]
  return (
    <Guarded key={place} part="page">
      <Place />
    </Guarded>
  )
}

/** The window: header, one place and footer, each guarded apart (drawing-boundary.tsx). */
export function App() {
  const notice = useStore((state) => state.notice)
  const faults = useStore((state) => state.faults)
  // The counter has a column for messages, and a lock hides them.
  const hasMessages = useStore((state) => {
    if (state.sheet !== null) return true
    return !state.app.people.locked && (state.place !== 'counter' || isSettingUp(state))
  })
  const dialog = useStore((state) => state.dialog)
  const paper = useStore((state) => state.papers[0])
  const dropping = useStore((state) => state.dropping)
  // Redraws at midnight: times of the day before then need their day.
  useToday()
  return (
    <div className="frame">
      <Guarded part="bar">
        <Header />
      </Guarded>
      <Bands />
      <CurrentPlace />
      {hasMessages && (
        <Guarded part="bar" occasion={faults.at(-1)}>
          <StayingMessages />
        </Guarded>
      )}
      <Guarded part="bar" occasion={notice}>
        <PassingMessage />
      </Guarded>
      <Guarded part="bar">
        <Footer />
      </Guarded>
      <Guarded part="bar">
        {dropping && <DropTarget />}
        <LiveRegion />
      </Guarded>
      <Guarded part="dialog" occasion={dialog}>
        {dialog !== null && <CurrentDialog dialog={dialog} />}
      </Guarded>
      <Guarded part="sheet" occasion={paper}>
        {paper !== undefined && <PaperHost key={paperKey(paper)} job={paper} />}
      </Guarded>
    </div>
  )
}

/** Marks practice money and another till's records in every place, on one line. */
export function Bands() {
  const practice = useStore((state) => isPractice(state.app))
  const foreign = useStore((state) => state.app.about.foreignProfile)
  const shown = (['practice', 'foreign'] as const).filter((band) => ({ practice, foreign })[band])
  if (shown.length === 0) return null
  return (
    <div className="bands">
      {shown.map((band) => (
        <aside key={band} className={`${band}-band`} aria-label={words.shell[band]}>
          <strong>{words.shell[`${band}Band`]}</strong>
        </aside>
      ))}
    </div>
  )
}

const { scan, nextScan, enter, search, back, next, lock, all, larger, usual } = keyHints
const { refund, look, print, reason, reasonInAmount, part, amountDone, confirm, choose, open } = keyHints

const keyGroups = [
  ['everywhere', [scan, enter, search, back, lock, all, larger, usual]],
  ['receipt', [refund, look, print, next]],
  ['refund', [reason(maxReasons), reasonInAmount(maxReasons), part, amountDone, confirm, back]],
  ['outcome', [nextScan, print, next]],
  ['list', [choose, open, back]],
] as const

function KeysDialog() {
  return (
    <DialogWindow title={words.keysDialog.title}>
      <div className="key-groups">
        {keyGroups.map(([group, keys]) => (
          <section key={group}>
            <h3 className="label">{words.keysDialog.groups[group]}</h3>
            <Facts rows={keys.map(({ key, does }) => [<KeyCap key="key" name={key} />, does])} />
          </section>
        ))}
      </div>
      <p className="soft">{words.keysDialog.scanAnywhere}</p>
      <p className="soft">{words.keysDialog.single}</p>
      <p className="soft">{words.keysDialog.haste(confirmKey)}</p>
    </DialogWindow>
  )
}

/** Draws the dialogs that open over any place or from several. The others are drawn beside what opens them (`WhileOpen`). */
function CurrentDialog({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.at) {
    case 'keys':
      return <KeysDialog />
    case 'practice_codes':
      return <PracticeCodes />
    case 'scanner_test':
      return <ScannerTest />
    case 'acknowledge':
      return <AcknowledgeDialog {...dialog} />
    case 'release':
      return <ReleaseDialog {...dialog} />
    case 'rights':
      return <RightsDialog {...dialog} />
    case 'begin_journal':
      return <BeginJournalDialog {...dialog} />
    case 'record_begun':
      return <RecordBegunDialog {...dialog} />
    case 'confirm':
      return <ConfirmDialog {...dialog} />
    default:
      return null
  }
}

function Footer() {
  const state = useStore((whole) => whole)
  return (
    <footer className="footer row soft fine">
      {isRefundInFlight(state.counter) && <span>{words.keys.none}</span>}
      {keysNow(state).map(({ key, does }) => (
        <span key={`${key} ${does}`}>
          <KeyCap name={key} /> {does}
        </span>
      ))}
    </footer>
  )
}

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

const connectionSigns = { online: '●', offline: '○', unknown: '·' } as const

function Connection() {
  const state = useSteadyConnection(useStore((app) => app.app.connection.state))
  const since = useStore((app) => app.app.connection.since)
  return (
    <span role="status" aria-label={words.shell.connection} className={`connection connection-${state}`}>
      <b aria-hidden="true">{connectionSigns[state]}</b> <span>{words.shell.connections[state]}</span>
      {state === 'offline' && <span> {words.shell.since(clockMoment(since))}</span>}
    </span>
  )
}

/** Shows in the header that codes are being looked up. */
function OutageChip({ outage }: { readonly outage: OutageState }) {
  const said = chipWords(outage)
  if (said === null) return null
  return (
    <PressButton look="quiet" onPress={showOutage}>
      {said}
    </PressButton>
  )
}

/** The header's cashier and lock button; on an open till the cashier of its settings. */
function WhoServes() {
  const cashier = useStore((state) => state.app.cashier)
  const { signedIn, staffed, locked } = useStore((state) => state.app.people)
  const name = staffed ? (locked ? '' : (signedIn?.name ?? '')) : cashier
  if (name === '') return null
  return (
    <>
      <UntrustedText as="span" className="till-name cut" text={name} />
      {staffed && (
        <PressButton look="quiet" onPress={() => void lockTill()}>
          {words.people.lock}
        </PressButton>
      )}
    </>
  )
}

export function Header() {
  const tillName = useStore((state) => state.app.tillName)
  const welcome = useStore((state) => state.app.mode === 'welcome')
  const outage = useStore((state) => state.outage)
  const locked = useStore((state) => state.app.people.locked)
  const build = useStore((state) => buildWords(state.app.about))
  return (
    <header className="header">
      <span className="brand">{words.shell.brand}</span>
      {!locked && <Places />}
      {build !== '' && <strong className="test-build state-no fine">{build}</strong>}
      {!welcome && (
        <div className="till soft fine">
          {outage !== null && <OutageChip outage={outage} />}
          <Connection />
          {tillName !== '' && <UntrustedText as="span" className="till-name cut" text={tillName} />}
          <WhoServes />
        </div>
      )}
    </header>
  )
}
