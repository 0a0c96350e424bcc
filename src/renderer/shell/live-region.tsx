import { useDesk } from '../store/store-context'

/** Says results aloud to those who use a screen reader. */
export function Spoken() {
  const spoken = useDesk((state) => state.spoken)
  return (
    <div className="only-read" aria-live="polite">
      <p key={spoken.number}>{spoken.text}</p>
    </div>
  )
}
