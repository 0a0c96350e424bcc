import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Fault } from '../../shared/fault'
import { adoptAppState } from '../actions/app-state'
import { askRights, call } from '../store/main'
import { notify, store, useStore } from '../store/store'
import { PressButton } from '../ui/controls'
import { FaultExplained } from '../ui/text'
import { words } from '../words/words'

/** True; false when the reason was shown elsewhere; or the fault to show. */
type Saved = boolean | Fault

/** Keeps what is typed over the saved values. Untouched fields follow a change of those. */
export function useForm<T extends Readonly<Record<string, string>>>(saved: T) {
  const [typed, setTyped] = useState<Partial<T>>({})
  const values: T = { ...saved, ...typed }
  const field = (name: keyof T) => ({
    value: values[name],
    onChange: (text: string) => setTyped((before) => ({ ...before, [name]: text })),
  })
  const changed = Object.keys(saved).some((name) => values[name] !== saved[name])
  const putBack = useCallback(() => setTyped({}), [])
  /** Forgets what was typed when this was drawn, and keeps what has been typed since. */
  const forget = () => {
    const isNewer = ([name, text]: [string, unknown]) => text !== values[name]
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(isNewer)) as Partial<T>)
  }
  return { values, field, changed, putBack, forget }
}

/** A form of Settings. Enter in a field saves (the scan listener keeps scans out); Esc restores the saved values. */
export function SaveForm(props: {
  readonly form: Pick<ReturnType<typeof useForm>, 'changed' | 'putBack' | 'forget'>
  /** Whether it can be saved; by default whether anything changed. */
  readonly ready?: boolean
  readonly submitName?: string
  /** Said beside the button during and after saving. */
  readonly savingWords?: string
  readonly savedWords?: string
  readonly save: () => Promise<Saved>
  readonly children: ReactNode
  readonly more?: ReactNode
}) {
  const { changed, putBack, forget } = props.form
  const { ready = changed, submitName = words.settings.save } = props
  const { savingWords = words.settings.saving, savedWords = words.settings.saved } = props
  const [state, setState] = useState<'typing' | 'saving' | 'saved' | Fault>('typing')
  const [inside, setInside] = useState(false)
  useEffect(() => {
    if (!changed || !inside) return
    store.setState({ putBack })
    return () => store.setState({ putBack: null })
  }, [changed, inside, putBack])
  const buttons = useRef<HTMLDivElement>(null)
  // A fault makes the form longer: keep it and the button in sight.
  useEffect(() => {
    if (typeof state === 'object') buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const save = async () => {
    if (!ready || state === 'saving') return
    setState('saving')
    const saved = await props.save()
    if (saved === true) forget()
    if (typeof saved === 'boolean') return setState(saved ? 'saved' : 'typing')
    // The person just closed the dialog that asked for the proof, or left the form while it was being saved.
    const isElsewhere = saved.kind === 'act_needs_role' || buttons.current === null
    if (isElsewhere) notify({ kind: 'fault', fault: saved })
    setState(isElsewhere ? 'typing' : saved)
  }
  return (
    <form
      className="form"
      onFocus={() => setInside(true)}
      onBlur={({ currentTarget, relatedTarget }) => setInside(currentTarget.contains(relatedTarget))}
      onInput={() => setState((before) => (before === 'saving' ? before : 'typing'))}
      // The form shows its own messages.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {props.children}
      <div aria-live="assertive">{typeof state === 'object' && <FaultExplained fault={state} />}</div>
      <div className="row saving" ref={buttons}>
        <PressButton look="go" disabled={!ready || state === 'saving'} onPress={() => void save()}>
          {submitName}
        </PressButton>
        {props.more}
        <span className={state === 'saving' ? 'busy' : 'saved-mark'} role="status">
          {state === 'saving' && savingWords}
          {state === 'saved' && !changed && (
            <>
              <span aria-hidden="true">✓</span> <span>{savedWords}</span>
            </>
          )}
        </span>
      </div>
      {/* Without a submit button, Enter does nothing in a form of several fields. */}
      <input type="submit" hidden />
    </form>
  )
}

const lockWords = words.settings.lock

/**
 * Whether a manager has unlocked the settings. Absent on a till without people and token, and for a manager who is signed
 * in.
 */
export function LockLine() {
  const { state, rights, signedIn } = useStore(({ app }) => app.people)
  const token = useStore(({ app }) => app.token)
  const isOpen = rights === 'manager'
  if (rights === null && state === 'none' && token !== 'keychain') return null
  if (signedIn?.role === 'manager') return null
  const by = state === 'set' ? 'person' : 'token'
  return (
    <div className="row">
      <span className={isOpen ? 'saved-mark' : 'soft'}>{isOpen ? lockWords.unlocked : lockWords.locked}</span>
      {!isOpen && (
        <PressButton onPress={() => askRights({ role: 'manager', by })}>{words.people.unlock}</PressButton>
      )}
      {rights !== null && (
        <PressButton onPress={() => void adoptAppState(call('rights:end'), null)}>
          {lockWords.lock}
        </PressButton>
      )}
    </div>
  )
}
