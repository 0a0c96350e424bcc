import { useEffect, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import type { ListFolder, MissedCode, OutageCounts, OutageWork } from '../../shared/lookup/outage'
import { openDialog } from '../actions/navigation'
import { adoptOutage, takeFile } from '../actions/outage'
import { ask, call, useAnswer } from '../store/main'
import { fileSaved, useStore } from '../store/store'
import { PressButton, ScrollBody, Section } from '../ui/controls'
import { clockTime, useFocusOnShow } from '../ui/hooks'
import { Explain, Facts, Text, UntrustedText } from '../ui/text'
import { doneWords, totalOf, workWords } from '../words/app'
import { explainFault } from '../words/faults'
import { countWords, words } from '../words/words'

/** Lists of codes to look up before an outage, and their results. */
export function OutageSection() {
  const outage = useStore((state) => state.outage)
  const asked = useStore((state) => state.outageAsked)
  const ref = useFocusOnShow<HTMLDivElement>(asked, asked > 0)
  useEffect(() => void adoptOutage(ask('outage:read')), [])
  return (
    <Section title={words.outage.title}>
      <div className="outage stack" tabIndex={-1} ref={ref}>
        <p>{words.outage.help}</p>
        <ChooseFile />
        <p className="soft fine">{words.outage.orDrop}</p>
        {outage !== null && (
          <>
            <OutageProgress work={outage.work} counts={outage.counts} />
            <OutageReport counts={outage.counts} />
            {outage.folder !== null && <WatchedFolder folder={outage.folder} />}
          </>
        )}
      </div>
    </Section>
  )
}

function ChooseFile() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="row">
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv"
        hidden
        onChange={({ currentTarget }) => {
          void takeFile({ files: [...(currentTarget.files ?? [])], folders: 0 })
          // Else the same file could not be chosen again.
          currentTarget.value = ''
        }}
      />
      <PressButton onPress={() => input.current?.click()}>{words.outage.choose}</PressButton>
    </div>
  )
}

const steer = (to: 'resume' | 'pause' | 'clear') => void adoptOutage(ask('outage:steer', { to }))

function stop(): void {
  openDialog({
    at: 'confirm',
    title: words.outage.stop,
    meaning: words.outage.stopMeaning,
    act: () => steer('clear'),
  })
}

function OutageProgress(props: { readonly work: OutageWork; readonly counts: OutageCounts }) {
  const { work, counts } = props
  const total = totalOf(counts)
  if (total === 0) return null
  const text = doneWords(counts)
  const rests = work.at === 'paused' || work.at === 'halted'
  return (
    <div className="outage-part stack">
      <div className="row">
        <strong className="money">{text}</strong>
        <span className="soft">{workWords(work)}</span>
      </div>
      <progress
        aria-label={words.outage.progress}
        aria-valuetext={text}
        value={total - counts.waiting}
        max={total}
      />
      {work.at === 'halted' && <Explain explanation={explainFault(work.fault)} tone="wait" />}
      {counts.waiting > 0 && (
        <div className="row">
          <PressButton onPress={() => steer(rests ? 'resume' : 'pause')}>
            {rests ? words.outage.resume : words.outage.pause}
          </PressButton>
          <PressButton look="danger" onPress={stop}>
            {words.outage.stop}
          </PressButton>
        </div>
      )}
    </div>
  )
}

/** The codes without a record, reloaded when their number changes. */
function Missed(props: { readonly missed: number; readonly isDone: boolean }) {
  const [codes, setCodes] = useState<readonly MissedCode[]>([])
  useAnswer(
    [props.missed],
    () => call('outage:report'),
    (report) => report.ok && setCodes(report.value),
  )
  return (
    <>
      <ScrollBody className="framed box">
        <ul aria-label={words.outage.missed}>
          {codes.map(({ code, list, imported, why }) => (
            <li key={`${code} ${list} ${imported}`} className="row spread line">
              <UntrustedText as="span" className="mono" text={code} />
              <span className="soft fine">
                {words.outage.counts[why]} · <UntrustedText text={list} /> · {clockTime(imported)}
              </span>
            </li>
          ))}
        </ul>
        {props.missed > codes.length && (
          <p className="soft fine">{words.outage.missedMore(countWords(props.missed - codes.length))}</p>
        )}
      </ScrollBody>
      <div className="row">
        <PressButton onPress={() => void ask('outage:save-report').then(fileSaved)}>
          {words.outage.saveReport}
        </PressButton>
        {props.isDone && <PressButton onPress={() => steer('clear')}>{words.outage.clearReport}</PressButton>}
      </div>
    </>
  )
}

function OutageReport({ counts }: { readonly counts: OutageCounts }) {
  if (totalOf(counts) === 0) return null
  const missed = counts.not_found + counts.unread
  const rows = (['found', 'saved', 'not_found', 'unread'] as const).filter(
    (name) => counts[name] > 0 || name === 'found' || name === 'not_found',
  )
  return (
    <div className="outage-part stack">
      <h3 className="label">{words.outage.report}</h3>
      <Facts rows={rows.map((name) => [words.outage.counts[name], countWords(counts[name])])} />
      {missed > 0 && <Missed missed={missed} isDone={counts.waiting === 0} />}
    </div>
  )
}

/** The folder for the store's lists that the policy names. */
function WatchedFolder({ folder }: { readonly folder: ListFolder }) {
  const { path, lastTaken, fault } = folder
  const { title, waiting, taken } = words.outage.folder
  const told =
    lastTaken === null
      ? waiting
      : taken(isolatedText(lastTaken.name), words.outage.codes(lastTaken.codes), clockTime(lastTaken.when))
  return (
    <div className="outage-part stack">
      <h3 className="label">{title}</h3>
      <UntrustedText as="p" className="mono fine" text={path} />
      <Text as="p" text={told} />
      {fault !== null && <Explain explanation={explainFault(fault)} tone="wait" />}
    </div>
  )
}

/** Shows that the window takes a dropped file. The drop itself is handled by the window. */
export function DropTarget() {
  return (
    <div className="veil" role="status">
      <div className="middle drop-target">
        <strong>{words.outage.drop.title}</strong>
        <span>{words.outage.drop.help}</span>
      </div>
    </div>
  )
}
