import { useStore } from '../store/store-context'
import { appWords } from '../words/app-words'

/** Striped, always there in practice mode: nobody may mistake practice for money. */
export function PracticeBand() {
  const practice = useStore((state) => state.app.mode === 'practice')
  if (!practice) return null
  return (
    <aside className="practice-band" aria-label={appWords.practice}>
      <strong>{appWords.practiceBand}</strong>
    </aside>
  )
}
