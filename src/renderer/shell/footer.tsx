import { keysNow } from '../keys/key-bindings'
import { isRefundInFlight } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { KeyCap } from '../ui/key-cap'
import { noKeyWords } from '../words/key-words'

/** The keys that work now, and only those. */
export function Footer() {
  // As one text: it is drawn again only when another key works.
  const keys = useStore((state) =>
    keysNow(state)
      .map((hint) => `${hint.key}\t${hint.does}`)
      .join('\n'),
  )
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  return (
    <footer className="footer">
      {inFlight && <span>{noKeyWords}</span>}
      {keys !== '' &&
        keys.split('\n').map((hint) => {
          const [key = '', does = ''] = hint.split('\t')
          return (
            <span key={hint}>
              <KeyCap name={key} /> {does}
            </span>
          )
        })}
    </footer>
  )
}
