import type { FoundCopy } from '../../shared/copy-search-schemas'
import { gatewayName } from '../../shared/gateway'
import { formatMoney } from '../../shared/money'
import { clockTime, dayText } from '../ui/clock'
import { StateTag } from '../ui/sign'
import { receiptWords, transactionState } from '../words/receipt-words'
import { scanWords } from '../words/scan-words'
import { searchWords } from '../words/search-words'
import { markedParts } from './marked-parts'

function Code(props: { readonly code: string; readonly words: readonly string[] }) {
  return (
    <>
      {markedParts(props.code, props.words).map(({ text, from, marked }) =>
        marked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
      )}
    </>
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
        {copy.paidAt || receiptWords.notThere}
        <small>{gatewayName(copy.gatewayCode)}</small>
      </span>
      <small className="copy-saved">
        {searchWords.savedAt(dayText(Date.parse(copy.savedAt)), clockTime(copy.savedAt))}
      </small>
      <StateTag state={copy.undecided ? scanWords.undecided : transactionState(copy)} />
      <b className="mono copy-amount">
        {money(amount, currency)}
        {partly && <small>{searchWords.ofItRefunded(money(refunded, currency))}</small>}
      </b>
    </>
  )
}
