import { useEffect, useRef, useState } from 'react'
import { scanFieldMark } from '../scan/text-field'
import { useDesk } from '../store/store-context'
import { matchNames } from '../words/receipt-words'
import { scanWords } from '../words/scan-words'

/** Always ready. Enter is heard by the scan listener, which tells typing from a scan. */
export function ScanField() {
  const [text, setText] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const ready = useDesk((state) => state.counter.at === 'scan')
  const looking = useDesk((state) => (state.counter.at === 'looking' ? state.counter.lookup.number : 0))
  const drawerOpen = useDesk((state) => state.drawerOpen)
  const match = useDesk((state) => state.match)
  const held = useDesk((state) => state.counter.at === 'sending')
  useEffect(() => {
    if (ready && !drawerOpen) ref.current?.focus()
  }, [ready, drawerOpen])
  useEffect(() => {
    if (looking > 0) setText('')
  }, [looking])
  return (
    <div className="scan-field">
      <input
        ref={ref}
        type="search"
        aria-label={scanWords.field}
        placeholder={match === 'automatic' ? scanWords.field : scanWords.fieldFor(matchNames[match])}
        autoComplete="off"
        spellCheck={false}
        readOnly={held}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        {...{ [scanFieldMark]: '' }}
      />
    </div>
  )
}
