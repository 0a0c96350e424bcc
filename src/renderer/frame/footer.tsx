import { useShallow } from 'zustand/shallow'
import { useDesk } from '../desk/desk-context'
import { keysNow } from '../scan/key-bindings'
import { KeyCap } from '../ui/key-cap'

/** The keys that work now, and only those. */
export function Footer() {
  const keys = useDesk(useShallow((state) => keysNow(state).map((hint) => `${hint.key}\n${hint.does}`)))
  return (
    <footer className="footer">
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
