import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import type { Transaction } from '../../shared/transaction'
import { fieldName, namedFields, receiptWords } from '../words/receipt-words'
import { faceFields } from './receipt-face'

/** Every documented field that the face does not show, then what the interface does not know, by its name. */
export function MoreFields(props: { readonly record: Transaction }) {
  const { fields, extra } = props.record
  const ref = useRef<HTMLDivElement>(null)
  const rest = namedFields.filter((field) => !faceFields.has(field))
  return (
    <Disclosure
      className="more"
      onExpandedChange={(open) => {
        // What was opened may lie below the edge of the paper's place.
        if (open) requestAnimationFrame(() => ref.current?.scrollIntoView({ block: 'nearest' }))
      }}
    >
      <Button slot="trigger" className="button button-quiet more-button">
        {receiptWords.more}
      </Button>
      <DisclosurePanel ref={ref}>
        <dl className="more-lines">
          {rest.map((field) => (
            <div key={field}>
              <dt>{fieldName(field)}</dt>
              <dd className="mono">
                {fields[field] === '' ? receiptWords.notThere : (fields[field] ?? receiptWords.notThere)}
              </dd>
            </div>
          ))}
          {Object.entries(extra).map(([name, value]) => (
            <div key={`extra ${name}`}>
              <dt className="mono">{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      </DisclosurePanel>
    </Disclosure>
  )
}
