import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { settingsWords } from '../words/settings'

const words = settingsWords.lock

/**
 * Whether a supervisor has unlocked what cashiers only read. Nothing is asked of a till that is nobody's yet: it has neither
 * PIN nor token to ask for.
 */
export function LockLine() {
  const api = useApi()
  const pin = useStore((state) => state.app.supervisorPin)
  const token = useStore((state) => state.app.token)
  const isOpen = useStore((state) => state.app.supervisorSession)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const askSupervisor = useStore((state) => state.askSupervisor)
  if (!isOpen && pin === 'none' && token !== 'keychain') return null
  return (
    <div className="lock-line">
      <span className={isOpen ? 'saved-mark' : 'soft'}>{isOpen ? words.unlocked : words.locked}</span>
      {isOpen ? (
        <PressButton onPress={() => void adoptAppState(api.endSupervisor(), null)}>{words.lock}</PressButton>
      ) : (
        <PressButton onPress={() => askSupervisor(pin === 'set' ? 'pin' : 'token')}>
          {words.unlock}
        </PressButton>
      )}
    </div>
  )
}
