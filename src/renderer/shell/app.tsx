import { isPractice } from '../../shared/contract/practice'
import { Activity } from '../activity/activity'
import { ShiftSheet } from '../activity/day'
import { Counter } from '../counter/counter'
import { Guarded } from '../drawing/drawing-boundary'
import { keysNow } from '../keys/key-bindings'
import { KeysDialog } from '../keys/keys-dialog'
import { DropTarget } from '../outage/outage'
import { AcknowledgeDialog, ReleaseDialog, RightsDialog } from '../people/dialogs'
import { SignIn } from '../people/sign-in'
import { PaperHost } from '../print/paper'
import { Search } from '../search/search'
import { ScannerTest } from '../settings/look-and-print'
import { Settings } from '../settings/settings'
import { isRefundInFlight } from '../store/counter-state'
import { type OpenDialog, type State, useStore } from '../store/store'
import { KeyCap } from '../ui/controls'
import { ConfirmDialog } from '../ui/dialog'
import { useToday } from '../ui/hooks'
import { PassingMessage, StayingMessages } from '../ui/messages'
import { Text } from '../ui/text'
import { PracticeSheetDialog } from '../welcome/practice-sheet'
import { Welcome } from '../welcome/welcome'
import { words } from '../words/words'
import { Header } from './header'

/** Whether a set-up step replaces the place. */
function isSettingUp({ setUp, app, place }: State): boolean {
  return setUp !== null || (app.mode === 'welcome' && place === 'counter')
}

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
    <Guarded key={place} place={place}>
      <Place />
    </Guarded>
  )
}

/** The window: header, one place and footer, each guarded apart (drawing-boundary.tsx). */
export function App() {
  const notice = useStore((state) => state.notice)
  const faults = useStore((state) => state.faults)
  // The counter has a column for messages.
  const atCounter = useStore((state) => state.place === 'counter' && !isSettingUp(state))
  const dialog = useStore((state) => state.dialog)
  const paperJob = useStore((state) => state.paperJob)
  const dropping = useStore((state) => state.dropping)
  // Redraws at midnight: times of the day before then need their day.
  useToday()
  return (
    <div className="frame">
      <Guarded place="header">
        <Header />
      </Guarded>
      <Bands />
      <CurrentPlace />
      {!atCounter && (
        <Guarded place="messages" occasion={faults.at(-1)}>
          <StayingMessages />
        </Guarded>
      )}
      <Guarded place="messages" occasion={notice}>
        <PassingMessage />
      </Guarded>
      <Guarded place="footer">
        <Footer />
      </Guarded>
      <Guarded place="messages">
        {dropping && <DropTarget />}
        <LiveRegion />
      </Guarded>
      <Guarded place="dialog" occasion={dialog}>
        {dialog !== null && <CurrentDialog dialog={dialog} />}
      </Guarded>
      <Guarded place="sheet" occasion={paperJob}>
        {paperJob !== null && <PaperHost job={paperJob} />}
      </Guarded>
    </div>
  )
}

function LiveRegion() {
  const announcement = useStore((state) => state.announcement)
  return (
    <div className="visually-hidden" aria-live="polite">
      <Text as="p" key={announcement.number} text={announcement.text} />
    </div>
  )
}

/** Marks practice money and another till's records in every place, on one line. */
export function Bands() {
  const practice = useStore((state) => isPractice(state.app))
  const foreign = useStore((state) => state.app.about.foreignProfile)
  if (!practice && !foreign) return null
  return (
    <div className="bands">
      {practice && (
        <aside className="practice-band" aria-label={words.shell.practice}>
          <strong>{words.shell.practiceBand}</strong>
        </aside>
      )}
      {foreign && (
        <aside className="foreign-band" aria-label={words.shell.foreign}>
          <strong>{words.shell.foreignBand}</strong>
        </aside>
      )}
    </div>
  )
}

/** Draws the dialogs that open over any place or from several. The others are drawn beside what opens them (`WhileOpen`). */
function CurrentDialog({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.at) {
    case 'keys':
      return <KeysDialog />
    case 'practice_sheet':
      return <PracticeSheetDialog />
    case 'scanner_test':
      return <ScannerTest />
    case 'acknowledge':
      return <AcknowledgeDialog {...dialog} />
    case 'release':
      return <ReleaseDialog {...dialog} />
    case 'rights':
      return <RightsDialog {...dialog} />
    case 'confirm':
      return <ConfirmDialog {...dialog} />
    default:
      return null
  }
}

export function Footer() {
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
