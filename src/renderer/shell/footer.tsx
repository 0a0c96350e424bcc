import { useShallow } from 'zustand/shallow'
import { keysNow } from '../keys/key-bindings'
import { isHeld } from '../store/counter-place'
import { useDesk } from '../store/store-context'
import { KeyCap } from '../ui/key-cap'
import { keyWords } from '../words/key-words'

/** The keys that work now, and only those. */
export function Footer() {
  const keys = useDesk(useShallow((state) => keysNow(state).map((hint) => `${hint.key}\n${hint.does}`)))
  const held = useDesk((state) => isHeld(state.counter))
  return (
    <footer className="footer">
      {held && <span>{keyWords.wait}</span>}
      {keys.map((hint) => {
        const [key = '', does = ''] = hint.split('\n')
        return (
          <span key={hint}>
            <KeyCap name={key} /> {does}
          </span>
        )
      })}
    </footer>
  )
}
