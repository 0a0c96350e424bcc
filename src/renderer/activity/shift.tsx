import type { Sheet } from '../../shared/refund/day'
import { putOnPaper } from '../actions/paper'
import { ask } from '../store/main'
import { store, useStore } from '../store/store'
import { clockTime, exactMoment } from '../ui/clock'
import { PressButton, ScrollBody } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { PaperFoot } from '../ui/paper-origin'
import { Foreign, Sentence } from '../ui/text'
import { shiftWords } from '../words/activity'
import { DayFigures } from './day-figures'

/** Ends the shift of who is signed in. What it came to is shown afterwards, never before. */
export function CloseShift() {
  const signedIn = useStore(({ app: { people } }) => people.staffed && !people.locked)
  if (!signedIn) return null
  const close = async () => {
    const sheet = await ask('shift:close')
    if (sheet !== undefined) store.setState({ sheet })
  }
  return <PressButton onPress={() => void close()}>{shiftWords.close}</PressButton>
}

export function SheetFigures({ sheet }: { readonly sheet: Sheet }) {
  return (
    <>
      <Sentence as="h1" text={shiftWords.title(sheet.by.name)} />
      <DayFigures title={`${exactMoment(sheet.since)} – ${exactMoment(sheet.at)}`} day={sheet.day} />
    </>
  )
}

/** In every place's stead once a shift is closed, until its person is done with it. */
export function ShiftSheet({ sheet }: { readonly sheet: Sheet }) {
  const ref = useFocusOnShow<HTMLElement>('shift')
  return (
    <main className="shift-place">
      <section className="panel" aria-label={shiftWords.title(sheet.by.name)} tabIndex={-1} ref={ref}>
        <ScrollBody className="panel-body">
          <SheetFigures sheet={sheet} />
          <p className="soft">{shiftWords.kept}</p>
        </ScrollBody>
        <PaperFoot content={{ subject: 'shift', sheet }} />
        <PressButton look="go" onPress={() => store.setState({ sheet: null })}>
          {shiftWords.done}
        </PressButton>
      </section>
    </main>
  )
}

/** The shifts that were closed in a period; each is printed again by a press. */
export function Sheets({ sheets }: { readonly sheets: readonly Sheet[] }) {
  if (sheets.length === 0) return null
  return (
    <section>
      <h3 className="label">{shiftWords.closed}</h3>
      <ul>
        {sheets.map((sheet) => (
          <li key={sheet.at}>
            <button
              type="button"
              className="line-button"
              onClick={() => void putOnPaper({ subject: 'shift', sheet }, 'print')}
            >
              <Foreign text={sheet.by.name} /> <small>{clockTime(sheet.at)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
