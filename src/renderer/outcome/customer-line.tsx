import { Sentence } from '../ui/text'
import { outcomeWords } from '../words/states'

/** What the cashier can read out, word for word. */
export function CustomerLine(props: { readonly words: string }) {
  return (
    <section className="customer-line" aria-label={outcomeWords.sayToCustomer}>
      <h3 className="label">{outcomeWords.sayToCustomer}</h3>
      <p>
        <Sentence text={props.words} />
      </p>
    </section>
  )
}
