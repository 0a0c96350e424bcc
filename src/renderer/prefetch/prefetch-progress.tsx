import type { OutageCounts, OutageState, OutageWork } from '../../shared/outage'
import { useApi, useStore } from '../store/store-context'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Sentence } from '../ui/text'
import { WhileOpen } from '../ui/while-open'
import { explainFault } from '../words/faults'
import { prefetchWords as words, workWords } from '../words/prefetch-words'

function StopDialog() {
  const api = useApi()
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  return (
    <ConfirmDialog
      title={words.stopTitle}
      confirm={words.stop}
      onConfirm={() => void adoptPrefetch(api.steerOutage({ to: 'stop' }))}
    >
      <p>{words.stopMeaning}</p>
    </ConfirmDialog>
  )
}

function Steering(props: { readonly rests: boolean }) {
  const api = useApi()
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const openDialog = useStore((state) => state.openDialog)
  const to = props.rests ? 'resume' : 'pause'
  return (
    <div className="button-row">
      <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to }))}>
        {props.rests ? words.resume : words.pause}
      </PressButton>
      <PressButton look="danger" onPress={() => openDialog('stop_outage')}>
        {words.stop}
      </PressButton>
    </div>
  )
}

function Bar(props: {
  readonly name: string
  readonly done: number
  readonly of: number
  readonly words: string
}) {
  const { name, done, of } = props
  const text = words.ofTotal(done, of)
  return (
    <>
      <div className="outage-figures">
        <strong>{text}</strong>
        <span className="soft">
          <Sentence text={props.words} />
        </span>
      </div>
      <progress aria-label={name} aria-valuetext={text} value={done} max={of} />
    </>
  )
}

/** How much of a long list is written down; nothing of it is looked up before it is whole. */
export function TakingList(props: { readonly taking: NonNullable<OutageState['importing']> }) {
  const { name, done, of } = props.taking
  const taking = words.taking(name)
  return (
    <div className="outage-progress">
      <Bar name={taking} done={done} of={of} words={taking} />
    </div>
  )
}

/** How far the codes are, and the buttons that hold it up. */
export function PrefetchProgress(props: { readonly work: OutageWork; readonly counts: OutageCounts }) {
  const { work, counts } = props
  const { total, found, saved, notFound, unread } = counts
  if (total === 0) return null
  const done = found + saved + notFound + unread
  return (
    <div className="outage-progress">
      <Bar name={words.progress} done={done} of={total} words={workWords(work, counts)} />
      {work.at === 'halted' && <Explain explanation={explainFault(work.fault)} tone="wait" />}
      {done < total && work.at !== 'idle' && (
        <Steering rests={work.at === 'paused' || work.at === 'halted'} />
      )}
      <WhileOpen dialog="stop_outage">
        <StopDialog />
      </WhileOpen>
    </div>
  )
}
