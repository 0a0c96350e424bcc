import { useEffect, useRef, useState } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import { hidesSomething } from '../../shared/masked-record'
import { useStore } from '../store/store-context'
import { noRelated } from '../store/store-state'
import { PressButton } from '../ui/controls'
import { Folded } from '../ui/folded'
import { MoreOrigin } from '../ui/paper-origin'
import { moreWords } from '../words/more-words'
import { receiptWords } from '../words/receipt'
import { MoreContent, type Revealed } from './more'

/** While "More" is open the related records are asked for, those that failed again whenever it opens. */
function useRelated(shown: ShownTransaction, open: boolean) {
  const askRelated = useStore((state) => state.askRelated)
  const resting = useStore((state) => state.counter.at === 'receipt')
  const chosen = useStore((state) => state.app.related.join(' '))
  const related = useStore((state) => state.related)
  const asks = open && resting
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lookup, answer or choice is asked about anew
  useEffect(() => {
    if (asks) void askRelated()
  }, [asks, askRelated, shown.lookup, shown.source, chosen])
  return related.lookup === shown.lookup ? related.records : noRelated.records
}

/**
 * Who paid, once somebody asks: of this answer alone. It is not kept anywhere else, and the next receipt, or a newer
 * answer for this one, forgets it.
 */
function useRevealed(shown: ShownTransaction) {
  const readPrivate = useStore((state) => state.readPrivate)
  const [known, setKnown] = useState<{
    readonly of: ShownTransaction['record']
    readonly values: Revealed
  } | null>(null)
  const { lookup, record } = shown
  const newest = useRef(record)
  newest.current = record
  useEffect(() => {
    setKnown((before) => (before?.of === record ? before : null))
  }, [record])
  const reveal = async () => {
    const values = await readPrivate(lookup)
    if (values !== null && newest.current === record) setKnown({ of: record, values })
  }
  return { revealed: known?.of === record ? known.values : null, reveal }
}

/** "More": everything that the face leaves out, and the way to have it on paper. */
export function MoreFields(props: { readonly shown: ShownTransaction }) {
  const { shown } = props
  const [open, setOpen] = useState(false)
  const related = useRelated(shown, open)
  const { revealed, reveal } = useRevealed(shown)
  const putOnPaper = useStore((state) => state.putOnPaper)
  const storeCopy = { subject: 'store_copy', shown, related } as const
  return (
    <Folded className="more" name={receiptWords.more} onToggle={setOpen}>
      <MoreContent shown={shown} related={related} on="screen" {...(revealed === null ? {} : { revealed })} />
      <MoreOrigin service={shown.service} />
      <div className="more-buttons">
        {revealed === null && hidesSomething(shown.record) && (
          <PressButton onPress={() => void reveal()}>{moreWords.showPrivate}</PressButton>
        )}
        <PressButton onPress={() => putOnPaper(storeCopy, 'print')}>{moreWords.storeCopy}</PressButton>
        <PressButton onPress={() => putOnPaper(storeCopy, 'pdf')}>{moreWords.savePdf}</PressButton>
      </div>
    </Folded>
  )
}
