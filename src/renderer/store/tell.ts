import type { Output } from '../../shared/contract/contract'
import type { FaultNotice, Notice } from '../words/app'
import { type Sound, store } from './store'

/** Shows a message; null takes the passing one away. A failure stays, and the same one once more moves to the end. */
export function notify(notice: Notice | null): void {
  if (notice?.kind !== 'fault') {
    store.setState({ notice })
    return
  }
  if (notice.fault.kind === 'act_needs_role') {
    // Whoever closed the dialog that asks for a supervisor knows why: it need not stay.
    store.setState({ notice: { kind: 'not_allowed' } })
    return
  }
  const words = JSON.stringify(notice)
  const others = store.getState().faults.filter((each) => JSON.stringify(each) !== words)
  store.setState({ faults: [...others, notice] })
}

/** Says where a file was saved. Nothing where nobody chose a place, or a fault was said instead. */
export function fileSaved(file: Output<'activity:export'> | undefined): void {
  if (file?.saved) notify({ kind: 'saved', path: file.path })
}

export function dismissFault(fault: FaultNotice): void {
  store.setState({ faults: store.getState().faults.filter((each) => each !== fault) })
}

/** Says a result to a screen reader. */
export function announce(text: string): void {
  store.setState({ announcement: { number: store.getState().announcement.number + 1, text } })
}

/** Lets the cashier hear something without looking; silent where the till is set so. */
export function play(sound: Sound): void {
  store.setState({ sounded: { number: store.getState().sounded.number + 1, sound } })
}
