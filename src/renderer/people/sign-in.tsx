import { type FormEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import type { Fault } from '../../shared/fault'
import type { Role } from '../../shared/people/rules'
import { appStateChanged } from '../actions/app-state'
import { nothingTyped, readProof, type TypedProof } from '../store/draft'
import { call } from '../store/main'
import { store, useStore } from '../store/store'
import { SelectInput, TextInput } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { FaultExplained } from '../ui/text'
import { words } from '../words/words'

/** Replaces every place while a staffed till is locked. Shows nothing of the counter. */
export function SignIn() {
  const { signedIn, list } = useStore((state) => state.app.people)
  const ref = useFocusOnShow<HTMLHeadingElement>('sign_in')
  // A hurried cashier's own PIN must not count as a wrong one of a manager, who stands in the list as well.
  const able = list.filter(({ hasPin }) => hasPin)
  const first = able.find(({ id }) => id === signedIn?.id) ?? able.find(({ role }) => role === 'cashier')
  const form = usePersonProof('cashier', { takesBadges: false, person: first?.id ?? '' })
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const pinOf = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (form.proof === null || busy) return
    setBusy(true)
    setFault(null)
    const answer = await call('people:sign-in', { proof: form.proof })
    setBusy(false)
    form.clear()
    if (answer.ok) return appStateChanged(answer.value)
    setFault(answer.fault)
    // The pressed button is disabled now.
    pinOf.current?.querySelector('input')?.focus()
  }
  return (
    <main className="sign-in stack">
      <section className="panel" aria-label={words.people.signInTitle}>
        <h1 tabIndex={-1} ref={ref}>
          {words.people.signInTitle}
        </h1>
        {signedIn !== null && <p className="soft">{words.people.lockedBy(isolatedText(signedIn.name))}</p>}
        <form className="form" ref={pinOf} onSubmit={(event) => void submit(event)}>
          <ProofFields form={form} focused />
          {form.hasBadges && form.person !== undefined && <p className="help">{words.people.orBadge}</p>}
          <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
          <div className="panel-foot">
            <button type="submit" className="button button-go" disabled={form.proof === null || busy}>
              {words.people.signIn}
            </button>
            <Checking busy={busy} />
          </div>
        </form>
      </section>
    </main>
  )
}

/** Says that main checks the proof. */
export function Checking({ busy }: { readonly busy: boolean }) {
  return (
    <span className="busy" role="status">
      {busy && words.people.checking}
    </span>
  )
}

/**
 * Gives scanned badges to this form while they are wanted and no dialog above takes them.
 * @param isNew the form assigns a badge, so it takes any code
 */
export function useBadge(take: (code: string) => void, wanted: boolean, isNew = false): void {
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (!wanted) return
    const badgeTaker = { take: (code: string) => takeNow(code), isNew }
    store.setState({ badgeTakers: [...store.getState().badgeTakers, badgeTaker] })
    return () => {
      const others = store.getState().badgeTakers.filter((one) => one !== badgeTaker)
      store.setState({ badgeTakers: others })
    }
  }, [wanted, isNew])
}

/** A proof being entered, and who may be chosen. */
type ProofForm = Pick<ReturnType<typeof readProof>, 'named' | 'person' | 'hasBadges'> & {
  readonly typed: TypedProof
  readonly type: (change: Partial<TypedProof>) => void
}

/**
 * Keeps what a person of the role enters: a name and a PIN, or a badge. `takesBadges` false leaves a scan to sign its owner
 * in; `person` is chosen at first.
 */
export function usePersonProof(role: Role, { takesBadges = true, person = '' } = {}) {
  const list = useStore((state) => state.app.people.list)
  const [typed, setTyped] = useState({ ...nothingTyped, person })
  const type = (change: Partial<TypedProof>) => setTyped((before) => ({ ...before, ...change }))
  const form = { ...readProof(typed, list, role), typed, type }
  useBadge((badge) => type({ badge }), takesBadges && form.hasBadges)
  return { ...form, clear: () => type({ pin: '', badge: null }) }
}

/** Name and PIN fields; a scanned badge replaces both. */
export function ProofFields(props: {
  readonly form: ProofForm
  readonly focused?: boolean
  readonly pinRef?: Ref<HTMLInputElement>
}) {
  const { named, person, typed, type } = props.form
  if (typed.badge !== null) return <p role="status">{words.people.badgeScanned}</p>
  if (person === undefined) return <p>{words.people.scanBadge}</p>
  return (
    <>
      <SelectInput
        label={words.people.name}
        options={named.map(({ id, name }) => ({ value: id, name }))}
        value={person.id}
        onChoose={(chosen) => type({ person: chosen })}
      />
      <TextInput
        label={words.people.pin}
        kind="pin"
        value={typed.pin}
        onChange={(pin) => type({ pin })}
        focused={props.focused === true}
        inputRef={props.pinRef}
      />
    </>
  )
}
