import { useEffect, useRef, useState } from 'react'
import { scanFieldAttribute } from '../scan/text-field'
import { useStore } from '../store/store-context'
import { matchNames, scanWords } from '../words/scan-words'

/** Always ready. Enter is heard by the scan listener, which tells typing from a scan. */
export function ScanField() {
  const [text, setText] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const ready = useStore((state) => state.counter.at === 'scan')
  const looking = useStore((state) => (state.counter.at === 'looking' ? state.counter.lookup.id : null))
  const drawerOpen = useStore((state) => state.drawerOpen)
  const match = useStore((state) => state.match)
  const inFlight = useStore((state) => state.counter.at === 'sending')
  useEffect(() => {
    if (ready && !drawerOpen) ref.current?.focus()
  }, [ready, drawerOpen])
  useEffect(() => {
    if (looking !== null) setText('')
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
        readOnly={inFlight}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        {...{ [scanFieldAttribute]: '' }}
      />
    </div>
  )
}
