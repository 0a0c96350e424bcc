import { useEffect, useState } from 'react'
import type {
  WatchedFolder as Folder,
  MissedCode,
  OutageCounts,
  OutageState,
  OutageWork,
} from '../../shared/outage'
import { openDialog } from '../actions/navigation'
import { adoptPrefetch, listGiven, showPrefetch } from '../actions/outage'
import { ask, call, useAnswer } from '../store/main'
import { useStore } from '../store/store'
import { notify } from '../store/tell'
import { clockTime } from '../ui/clock'
import { PressButton, ScrollBody, Section } from '../ui/controls'
import { ConfirmDialog, WhileOpen } from '../ui/dialog'
import { useFocusOnShow } from '../ui/hooks'
import { Explain, Facts, Foreign, Locked, Sentence } from '../ui/text'
import { explainFault } from '../words/faults'
import { countWords } from '../words/locale'
import { chipWords, folderFaultWords, missedWords, prefetchWords, workWords } from '../words/prefetch-words'

/** Lists of codes that are looked up before the network fails, and what became of them. */
export function PrefetchSection() {
  const prefetch = useStore((state) => state.prefetch)
  const asked = useStore((state) => state.prefetchAsked)
  const ref = useFocusOnShow<HTMLDivElement>(asked, asked > 0)
  useEffect(() => void adoptPrefetch(call('outage:read')), [])
  return (
    <Section title={prefetchWords.title}>
      <div className="outage stack" tabIndex={-1} ref={ref}>
        <p>{prefetchWords.help}</p>
        <div className="row">
          <PressButton onPress={() => void ask('outage:choose-file').then(listGiven)}>
            {prefetchWords.choose}
          </PressButton>
        </div>
        <p className="soft fine">{prefetchWords.orDrop}</p>
        {prefetch !== null && (
          <>
            {prefetch.importing !== null && <TakingList taking={prefetch.importing} />}
            {prefetch.oversized !== null && <OversizedList oversized={prefetch.oversized} />}
            <PrefetchProgress work={prefetch.work} counts={prefetch.counts} />
            <PrefetchReport counts={prefetch.counts} missed={prefetch.missed} />
            <WatchedFolder folder={prefetch.folder} />
          </>
        )}
      </div>
    </Section>
  )
}

/** A list that is longer than what is kept: said before anything of it begins. */
function OversizedList(props: { readonly oversized: NonNullable<OutageState['oversized']> }) {
  const { name, codes, kept } = props.oversized
  return (
    <div className="alert alert-wait" role="status">
      <h3>
        <Sentence text={prefetchWords.oversized.title(name)} />
      </h3>
      <p>{prefetchWords.oversized.meaning(codes, kept)}</p>
      <div className="row">
        <PressButton onPress={() => void adoptPrefetch(call('outage:steer', { to: 'import_oversized' }))}>
          {prefetchWords.oversized.take}
        </PressButton>
        <PressButton onPress={() => void adoptPrefetch(call('outage:steer', { to: 'leave_oversized' }))}>
          {prefetchWords.oversized.leave}
        </PressButton>
      </div>
    </div>
  )
}

function StopDialog() {
  return (
    <ConfirmDialog
      title={prefetchWords.stopTitle}
      confirm={prefetchWords.stop}
      onConfirm={() => void adoptPrefetch(call('outage:steer', { to: 'stop' }))}
    >
      <p>{prefetchWords.stopMeaning}</p>
    </ConfirmDialog>
  )
}

function Steering(props: { readonly rests: boolean }) {
  const to = props.rests ? 'resume' : 'pause'
  return (
    <div className="row">
      <PressButton onPress={() => void adoptPrefetch(call('outage:steer', { to }))}>
        {props.rests ? prefetchWords.resume : prefetchWords.pause}
      </PressButton>
      <PressButton look="danger" onPress={() => openDialog('stop_outage')}>
        {prefetchWords.stop}
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
  const text = prefetchWords.ofTotal(done, of)
  return (
    <>
      <div className="row outage-figures">
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
  const taking = prefetchWords.taking(name)
  return (
    <div className="outage-part stack">
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
    <div className="outage-part stack">
      <Bar name={prefetchWords.progress} done={done} of={total} words={workWords(work, counts)} />
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

/** The codes that brought no record, read again whenever their number changes. */
function useMissed(missed: number): readonly MissedCode[] {
  const [codes, setCodes] = useState<readonly MissedCode[]>([])
  useAnswer(
    missed,
    () => call('outage:report'),
    (report) => {
      if (report.ok) setCodes(report.value.codes)
    },
  )
  return codes
}

function Missed(props: { readonly missed: number }) {
  const codes = useMissed(props.missed)
  const save = async () => {
    const saved = await call('outage:save-report')
    if (!saved.ok) notify({ kind: 'fault', fault: saved.fault })
    else if (saved.value.saved) notify({ kind: 'saved', path: saved.value.path })
  }
  return (
    <>
      <ScrollBody className="outage-missed">
        <ul aria-label={prefetchWords.missed}>
          {codes.map(({ code, list, imported, why }) => (
            <li key={`${code} ${list} ${imported}`}>
              <span className="mono">
                <Foreign text={code} />
              </span>
              <span className="soft fine">
                {missedWords(why)} · <Foreign text={list} /> · {clockTime(imported)}
              </span>
            </li>
          ))}
        </ul>
        {props.missed > codes.length && (
          <p className="soft fine">{prefetchWords.missedMore(props.missed - codes.length)}</p>
        )}
      </ScrollBody>
      <div className="row">
        <PressButton onPress={() => void save()}>{prefetchWords.saveReport}</PressButton>
        <PressButton onPress={() => void adoptPrefetch(call('outage:steer', { to: 'clear_report' }))}>
          {prefetchWords.clearReport}
        </PressButton>
      </div>
    </>
  )
}

/** What became of the codes: the counts, and each one that was not found. */
export function PrefetchReport(props: { readonly counts: OutageCounts; readonly missed: number }) {
  const { counts, missed } = props
  if (counts.total === 0 && missed === 0) return null
  const rows = (['found', 'saved', 'notFound', 'unread'] as const).filter(
    (name) => counts[name] > 0 || name === 'found' || name === 'notFound',
  )
  return (
    <div className="outage-part stack">
      <h3 className="label">{prefetchWords.report}</h3>
      {counts.total > 0 && (
        <Facts rows={rows.map((name) => [prefetchWords.counts[name], countWords(counts[name])])} />
      )}
      {missed > 0 && <Missed missed={missed} />}
    </div>
  )
}

const words = prefetchWords.folder

function Told(props: { readonly folder: Exclude<Folder, { at: 'none' }> }) {
  const { folder } = props
  return (
    <>
      <p className="mono fine">
        <Foreign text={folder.path} />
      </p>
      {folder.at === 'trouble' ? (
        <p className="help help-wait" role="status">
          {folderFaultWords(folder.why)} {folder.why === 'unreadable' && <Foreign text={folder.detail} />}
        </p>
      ) : (
        <>
          <p>
            <Sentence
              text={
                folder.lastImported === null
                  ? words.waiting
                  : words.taken(
                      folder.lastImported.name,
                      folder.lastImported.codes,
                      clockTime(folder.lastImported.when),
                    )
              }
            />
          </p>
          {folder.refused.map(({ name, fault }) => (
            <Explain key={name} explanation={explainFault(fault)} tone="wait" />
          ))}
        </>
      )}
    </>
  )
}

/** The folder into which the store's own system puts its lists. */
export function WatchedFolder(props: { readonly folder: Folder }) {
  const { folder } = props
  const isWatched = folder.at !== 'none'
  return (
    <div className="outage-part stack">
      <h3 className="label">{words.title}</h3>
      {isWatched ? <Told folder={folder} /> : <p>{words.none}</p>}
      <Locked setting="watchedFolder">
        <div className="row">
          <PressButton onPress={() => void adoptPrefetch(call('outage:choose-folder'))}>
            {isWatched ? words.another : words.watch}
          </PressButton>
          {isWatched && (
            <PressButton onPress={() => void adoptPrefetch(call('outage:clear-folder'))}>
              {words.clear}
            </PressButton>
          )}
        </div>
      </Locked>
    </div>
  )
}

/** Quietly says that codes are being looked up in the background; leads to where that is steered. */
export function PrefetchChip({ prefetch }: { readonly prefetch: OutageState }) {
  const words = chipWords(prefetch)
  if (words === null) return null
  return (
    <PressButton look="quiet" onPress={showPrefetch}>
      {words}
    </PressButton>
  )
}

/** The whole window says that it takes the file. It is only seen: the drop itself is the window's. */
export function DropTarget() {
  return (
    <div className="veil" role="status">
      <div className="drop-target">
        <strong>{prefetchWords.drop.title}</strong>
        <span>{prefetchWords.drop.help}</span>
      </div>
    </div>
  )
}
