import { useStore } from '../store/store-context'

/** Says results aloud to those who use a screen reader. */
export function LiveRegion() {
  const announcement = useStore((state) => state.announcement)
  return (
    <div className="visually-hidden" aria-live="polite">
      <p key={announcement.number}>{announcement.text}</p>
    </div>
  )
}
