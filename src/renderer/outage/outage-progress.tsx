import type { OutageCounts, OutageWork } from '../../shared/outage'
import { useApi, useDesk } from '../desk/desk-context'
import { DialogWindow } from '../ui/dialog-window'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import { explainFault } from '../words/fault-words'
import { outageWords as words, workWords } from '../words/outage-words'

function StopDialog() {
  const api = useApi()
  const adoptOutage = useDesk((state) => state.adoptOutage)
  const closeDialog = useDesk((state) => state.closeDialog)
  const stop = () => {
    closeDialog()
    void adoptOutage(api.steerOutage({ to: 'stop' }))
  }
  return (
    <DialogWindow
      title={words.stopTitle}
      closeName={appWords.cancel}
      actions={
        <PressButton look="danger" onPress={stop}>
          {words.stop}
        </PressButton>
      }
    >
      <p>{words.stopMeaning}</p>
    </DialogWindow>
  )
}

function Steering(props: { readonly rests: boolean }) {
  const api = useApi()
  const adoptOutage = useDesk((state) => state.adoptOutage)
  const openDialog = useDesk((state) => state.openDialog)
  const to = props.rests ? 'resume' : 'pause'
  return (
    <div className="button-row">
      <PressButton onPress={() => void adoptOutage(api.steerOutage({ to }))}>
        {props.rests ? words.resume : words.pause}
      </PressButton>
      <PressButton look="danger" onPress={() => openDialog('stop_outage')}>
        {words.stop}
      </PressButton>
    </div>
  )
}

/** How far the codes are, and the buttons that hold it up. */
export function OutageProgress(props: { readonly work: OutageWork; readonly counts: OutageCounts }) {
  const stopping = useDesk((state) => state.dialog === 'stop_outage')
  const { work, counts } = props
  const { total, found, saved, notFound, unread } = counts
  if (total === 0) return null
  const done = found + saved + notFound + unread
  const text = words.ofTotal(done, total)
  return (
    <div className="outage-progress">
      <div className="outage-figures">
        <strong>{text}</strong>
        <span className="soft">{workWords(work, counts)}</span>
      </div>
      <progress aria-label={words.progress} aria-valuetext={text} value={done} max={total} />
      {work.at === 'halted' && <Explain explanation={explainFault(work.fault)} tone="wait" />}
      {done < total && work.at !== 'idle' && (
        <Steering rests={work.at === 'paused' || work.at === 'halted'} />
      )}
      {stopping && <StopDialog />}
    </div>
  )
}
