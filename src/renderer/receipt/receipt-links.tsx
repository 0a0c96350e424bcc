import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Transaction } from '../../shared/transaction'
import { Barcode } from '../ui/barcode'
import { CopyButton } from '../ui/copy-button'
import { Foreign } from '../ui/foreign'
import { ScrollBody } from '../ui/scroll-body'
import { isWebAddress, linkName, linkWords } from '../words/link-words'
import { receiptWords, shortText } from '../words/receipt-words'
import './receipt-links.css'

type Link = Transaction['links'][number]

/** What waits for its turn to be drawn: nothing goes on paper before it is (paper-sheet.tsx). */
export const waitingAttribute = 'data-waiting'
/** Nobody types more than this off a sheet. */
const longestPrinted = 600
/** A longer address scrolls in a box of its own. */
const longestOpen = 200

/** The last code that asked for its turn; the next one is drawn after it. */
let last: Promise<void> = Promise.resolve()

/** A pause in which the window hears keys and paints. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** Resolves when it is the asker's turn to draw a code: one at a time, with a pause between, so that keys never wait. */
function drawingTurn(): Promise<void> {
  last = last.then(pause)
  return last
}

/** Whether a code may be drawn: it is on paper or near what is seen, and those before it are done. */
function useTurn(on: 'screen' | 'paper'): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let current = true
    const take = () => void drawingTurn().then(() => current && setReady(true))
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        near.disconnect()
        take()
      },
      { rootMargin: '300px' },
    )
    if (on === 'paper' || ref.current === null) take()
    else near.observe(ref.current)
    return () => {
      current = false
      near.disconnect()
    }
  }, [on])
  return [ref, ready]
}

function LinkCode(props: { readonly link: Link; readonly on: 'screen' | 'paper' }) {
  const { link, on } = props
  const [ref, ready] = useTurn(on)
  return (
    <div className="link-code" ref={ref} {...(ready ? {} : { [waitingAttribute]: '' })}>
      {ready && (
        <Barcode kind="qrcode" text={link.href} label={receiptWords.qr(linkName(link.rel))} on={on} />
      )}
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

/** The links of a payment, each as a code to scan off the screen and as text. */
export function ReceiptLinks(props: { readonly links: readonly Link[]; readonly on: 'screen' | 'paper' }) {
  const { links, on } = props
  return (
    <section className="paper-links" aria-label={linkWords.title}>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same, and they never change places
        <figure key={index}>
          <LinkCode link={link} on={on} />
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
