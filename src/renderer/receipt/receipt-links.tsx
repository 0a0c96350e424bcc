import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Transaction } from '../../shared/transaction'
import { Barcode } from '../ui/barcode'
import { CopyButton } from '../ui/copy-button'
import { Foreign } from '../ui/foreign'
import { ScrollBody } from '../ui/scroll-body'
import { isWebAddress, linkName, linkWords } from '../words/link-words'
import { receiptWords, shortText } from '../words/receipt'
import './receipt-links.css'

type Link = Transaction['links'][number]

/** Nobody types more than this off a sheet. */
const longestPrinted = 600
/** A longer address scrolls in a box of its own. */
const longestOpen = 200

/** Whether a code may be drawn: it is on paper or near what is seen. */
function useNear(on: 'screen' | 'paper'): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(on === 'paper')
  useEffect(() => {
    if (on === 'paper' || ref.current === null) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        seen.disconnect()
        setNear(true)
      },
      { rootMargin: '300px' },
    )
    seen.observe(ref.current)
    return () => seen.disconnect()
  }, [on])
  return [ref, near]
}

function LinkCode(props: { readonly link: Link; readonly on: 'screen' | 'paper' }) {
  const { link, on } = props
  const [ref, near] = useNear(on)
  return (
    <div className="link-code" ref={ref}>
      {near && <Barcode kind="qrcode" text={link.href} label={receiptWords.qr(linkName(link.rel))} on={on} />}
    </div>
  )
}

/** The address as text, to read, select and copy. It is never opened. */
function LinkText(props: { readonly link: Link; readonly on: 'screen' | 'paper' }) {
  const { href, rel } = props.link
  const { on } = props
  if (on === 'paper')
    return (
      <p className="link-text mono">
        <Foreign text={shortText(href, longestPrinted)} />
      </p>
    )
  return (
    <>
      {href.length > longestOpen ? (
        <ScrollBody className="link-text link-long mono">
          <Foreign text={href} />
        </ScrollBody>
      ) : (
        <p className="link-text mono">
          <Foreign text={href} />
        </p>
      )}
      <CopyButton name={linkWords.copy(linkName(rel))} text={href} />
    </>
  )
}

/** Whether the links of a payment lead to paying it: a code on the receipt of a paid one would invite to pay it again. */
export function areLinksOpen({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'precreated'
}

/** The links of a payment as text; where they are open, each with a code to scan off the screen. */
export function ReceiptLinks(props: {
  readonly record: Pick<Transaction, 'links' | 'status'>
  readonly on: 'screen' | 'paper'
}) {
  const { record, on } = props
  const { links } = record
  const coded = areLinksOpen(record)
  if (links.length === 0) return null
  return (
    <section className="paper-links" data-coded={coded} aria-label={linkWords.title}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and they never change places
        <figure key={index}>
          {coded && <LinkCode link={link} on={on} />}
          <figcaption>
            <span className="link-name">
              <Foreign text={linkName(link.rel)} />
            </span>
            {!isWebAddress(link.href) && <span className="soft"> {linkWords.notWeb}</span>}
            <LinkText link={link} on={on} />
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
