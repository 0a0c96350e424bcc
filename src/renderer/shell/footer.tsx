import { useShallow } from 'zustand/shallow'
import { keysNow } from '../keys/key-bindings'
import { isRefundInFlight } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { KeyCap } from '../ui/key-cap'
import { keyWords } from '../words/key-words'

/** The keys that work now, and only those. */
export function Footer() {
  const keys = useStore(useShallow((state) => keysNow(state).map((hint) => `${hint.key}\n${hint.does}`)))
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  return (
    <footer className="footer">
      {inFlight && <span>{keyWords.wait}</span>}
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
