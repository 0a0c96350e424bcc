import { memo, useEffect, useState } from 'react'
import { shownText } from '../../shared/shown-text'
import { Foreign } from '../ui/foreign'
import { ScrollBody } from '../ui/scroll-body'
import { drawingTurn } from '../ui/turn'
import { shortText } from '../words/receipt'

/** A longer text scrolls in a box of its own, so that what stands below it is still near. In JavaScript's units. */
const longestOpen = 300
/** On paper nothing scrolls: about a page of it. */
const longestPrinted = 4000

/** The engine breaks the lines of one very long text wrongly; of several behind each other it does not. */
const longestPiece = 8000

/** The text in pieces, none of which ends inside a character. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${longestPiece}}(?![\\udc00-\\udfff])`, 'g')) ?? [text]
}

/** So many characters of a long text are drawn with the receipt; the rest has a turn of its own. */
const drawnAtOnce = 600

/** A long text in its box, which shows eight lines: they come first. */
function LongBox({ text }: { readonly text: string }) {
  const [all, setAll] = useState(text.length <= drawnAtOnce)
  useEffect(() => {
    let current = true
    void drawingTurn().then(() => {
      if (current) setAll(true)
    })
    return () => {
      current = false
    }
  }, [])
  return (
    <ScrollBody className="more-long">
      <bdi>
        {piecesOf(shownText(all ? text : shortText(text, drawnAtOnce))).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be the same, and never change places
          <span key={index}>{piece}</span>
        ))}
      </bdi>
    </ScrollBody>
  )
}

/** A value that may be as long as the interface allows (interface.md §2.2: 65,535 characters). */
export const LongValue = memo(function LongValue(props: {
  readonly text: string
  readonly on: 'screen' | 'paper'
}) {
  const { text, on } = props
  if (on === 'paper') return <Foreign text={shortText(text, longestPrinted)} />
  return text.length <= longestOpen ? <Foreign text={text} /> : <LongBox text={text} />
})
