import { useState } from 'react'
import type { MissedCode, OutageCounts } from '../../shared/outage'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { useAnswer } from '../store/use-answer'
import { clockTime } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Facts } from '../ui/facts'
import { Foreign } from '../ui/foreign'
import { ScrollBody } from '../ui/scroll-body'
import { countWords } from '../words/count-words'
import { missedWords, prefetchWords as words } from '../words/prefetch-words'

/** The codes that brought no record, read again whenever their number changes. */
function useMissed(missed: number): readonly MissedCode[] {
  const api = useApi()
  const [codes, setCodes] = useState<readonly MissedCode[]>([])
  useAnswer(
    missed,
    () => api.outageReport(),
    (report) => {
      if (report.ok) setCodes(report.value.codes)
    },
  )
  return codes
}

function Missed(props: { readonly missed: number }) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const codes = useMissed(props.missed)
  const save = async () => {
    const saved = await answerOf(api.saveOutageReport())
    if (!saved.ok) notify({ kind: 'fault', fault: saved.fault })
    else if (saved.value.saved) notify({ kind: 'saved', path: saved.value.path })
  }
  return (
    <>
      <ScrollBody className="outage-missed">
        <ul aria-label={words.missed}>
          {codes.map(({ code, list, imported, why }) => (
            <li key={`${code} ${list} ${imported}`}>
              <span className="mono">
                <Foreign text={code} />
              </span>
              <span className="soft fine">
                {missedWords(why)} · <Foreign text={list} />, {clockTime(imported)}
              </span>
            </li>
          ))}
        </ul>
        {props.missed > codes.length && (
          <p className="soft fine">{words.missedMore(props.missed - codes.length)}</p>
        )}
      </ScrollBody>
      <div className="button-row">
        <PressButton onPress={() => void save()}>{words.saveReport}</PressButton>
        <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to: 'clear_report' }))}>
          {words.clearReport}
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
    <div className="outage-report">
      <h3 className="label">{words.report}</h3>
      {counts.total > 0 && (
        <Facts rows={rows.map((name) => [words.counts[name], countWords(counts[name])])} />
      )}
      {missed > 0 && <Missed missed={missed} />}
    </div>
  )
}
