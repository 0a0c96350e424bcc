import type { FoundCopy } from '../../shared/copy-search-schemas'
import { formatMoney } from '../../shared/money'
import { shownText } from '../../shared/shown-text'
import { clockMoment } from '../ui/clock'
import { Foreign } from '../ui/foreign'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { receiptWords, transactionState } from '../words/receipt'
import { searchWords } from '../words/search-words'
import { lockedState } from '../words/state-words'

function Code(props: { readonly code: string; readonly words: readonly string[] }) {
  return (
    <bdi>
      {markedParts(props.code, props.words).map(({ text, from, marked }) =>
        marked ? <mark key={from}>{shownText(text)}</mark> : <span key={from}>{shownText(text)}</span>,
      )}
    </bdi>
  )
}

/** The custom id, or the internal id where only that one carries what was typed. */
function secondCode({ id, transactionId, customId }: FoundCopy, words: readonly string[]): string {
  const carries = (code: string) => words.some((word) => code.toLowerCase().includes(word))
  if (transactionId === '') return customId === '' ? '' : id
  return customId === '' || (carries(id) && !carries(customId) && !carries(transactionId)) ? id : customId
}

function money(hundredths: number | null, currency: string): string {
  return hundredths === null ? receiptWords.notThere : formatMoney({ hundredths, currency })
}

/** One saved copy of the list: what it is found by, what it was, how it stands. */
export function CopyRow(props: { readonly copy: FoundCopy; readonly words: readonly string[] }) {
  const { copy, words } = props
  const { amount, refunded, currency } = copy
  const partly = refunded !== null && amount !== null && refunded > 0 && refunded < amount
  return (
    <>
      <span className="mono copy-code">
        <Code code={copy.transactionId || copy.customId || copy.id} words={words} />
        <small>
          <Code code={secondCode(copy, words)} words={words} />
        </small>
      </span>
      <span className="copy-when">
        <Foreign text={copy.paidAt || receiptWords.notThere} />
        <small>
          <Sentence text={copy.gateway} />
        </small>
      </span>
      <small className="copy-saved">{searchWords.savedAt(clockMoment(copy.savedAt, Date.now()))}</small>
      <StateTag state={copy.lockedBy === null ? transactionState(copy) : lockedState(copy.lockedBy)} />
      <b className="mono copy-amount">
        <Sentence text={money(amount, currency)} />
        {partly && (
          <small>
            <Sentence text={searchWords.ofItRefunded(money(refunded, currency))} />
          </small>
        )}
      </b>
    </>
  )
}

type MarkedPart = { readonly text: string; readonly from: number; readonly marked: boolean }

/** A code in pieces, those that were typed marked; overlapping words mark together. */
export function markedParts(code: string, words: readonly string[]): readonly MarkedPart[] {
  const small = code.toLowerCase()
  // In a few scripts small letters are more or fewer characters: then nothing can be pointed at.
  const marks = Array.from({ length: code.length }, () => false)
  if (small.length === code.length) {
    for (const word of words) markWord(small, word, marks)
  }
  const parts: MarkedPart[] = []
  let from = 0
  for (let at = 1; at <= code.length; at += 1) {
    if (at < code.length && marks[at] === marks[from]) continue
    parts.push({ text: code.slice(from, at), from, marked: marks[from] === true })
    from = at
  }
  return parts
}

function markWord(code: string, word: string, marks: boolean[]): void {
  if (word === '') return
  for (let at = code.indexOf(word); at !== -1; at = code.indexOf(word, at + 1)) {
    marks.fill(true, at, at + word.length)
  }
}
