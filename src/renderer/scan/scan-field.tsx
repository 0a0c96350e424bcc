import { useEffect, useRef, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { useDesk } from '../desk/desk-context'
import { scanWords } from '../words/scan-words'
import { scanFieldMark } from './text-field'

/** Always ready. Enter is heard by the scan listener, which tells typing from a scan. */
export function ScanField() {
  const [text, setText] = useState('')
  const ref = useRef<HTMLInputElement>(null)
  const ready = useDesk((state) => state.counter.at === 'scan')
  const looking = useDesk((state) => (state.counter.at === 'looking' ? state.counter.lookup.number : 0))
  const drawerOpen = useDesk((state) => state.drawerOpen)
  const held = useDesk((state) => state.counter.at === 'sending')
  useEffect(() => {
    if (ready && !drawerOpen) ref.current?.focus()
  }, [ready, drawerOpen])
  useEffect(() => {
    if (looking > 0) setText('')
  }, [looking])
  return (
    <TextField
      className="scan-field"
      aria-label={scanWords.field}
      type="search"
      value={text}
      onChange={setText}
      autoComplete="off"
      isReadOnly={held}
    >
      <Input
        ref={ref}
        placeholder={scanWords.field}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        {...{ [scanFieldMark]: '' }}
      />
    </TextField>
  )
}
