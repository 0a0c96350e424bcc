import { type FormEvent, useRef, useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import type { Fault } from '../../shared/fault'
import { appStateChanged } from '../actions/app-state'
import { lockTill } from '../actions/people'
import { call } from '../store/main'
import { useStore } from '../store/store'
import { Busy, PressButton } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { FaultExplained, UntrustedText } from '../ui/text'
import { words } from '../words/words'
import { ProofFields, usePersonProof } from './proof'

/** Replaces every place while a staffed till is locked. Shows nothing of the counter. */
export function SignIn() {
  const signedIn = useStore((state) => state.app.people.signedIn)
  const ref = useFocusOnShow<HTMLHeadingElement>('sign_in')
  const form = usePersonProof('cashier', false)
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
          <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
          <div className="panel-foot">
            <button type="submit" className="button button-go" disabled={form.proof === null || busy}>
              {words.people.signIn}
            </button>
            <Busy shown={busy} words={words.people.checking} />
          </div>
        </form>
      </section>
    </main>
  )
}

/** The header's cashier and lock button; on an open till the cashier of its settings. */
export function WhoServes() {
  const cashier = useStore((state) => state.app.cashier)
  const { signedIn, staffed, locked } = useStore((state) => state.app.people)
  const name = staffed ? (locked ? '' : (signedIn?.name ?? '')) : cashier
  if (name === '') return null
  return (
    <>
      <UntrustedText as="span" className="till-name cut" text={name} />
      {staffed && (
        <PressButton look="quiet" onPress={() => void lockTill()}>
          {words.people.lock}
        </PressButton>
      )}
    </>
  )
}
