import { prefetchWords } from '../words/prefetch-words'
import './prefetch.css'

/** The whole window says that it takes the file. It is only seen: the drop itself is the window's. */
export function DropTarget() {
  return (
    <div className="drop-veil" role="status">
      <div className="drop-target">
        <strong>{prefetchWords.drop.title}</strong>
        <span>{prefetchWords.drop.help}</span>
      </div>
    </div>
  )
}
