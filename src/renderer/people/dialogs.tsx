import { type ReactNode, useRef, useState } from 'react'
import type { Stale } from '../../shared/attempt/payment-standing'
import type { Result } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney } from '../../shared/payment/money'
import type { PersonProof } from '../../shared/people/people'
import type { Role } from '../../shared/people/rules'
import { rightsBegun } from '../actions/app-state'
import { entriesChanged, standingChanged } from '../actions/lookups'
import { closeDialog } from '../actions/navigation'
import { isProofFault } from '../actions/refunds'
import { call } from '../store/main'
import { notify, type OpenDialog, store } from '../store/store'
import { Choice, PressButton, TextInput } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { FaultExplained, StrongLine } from '../ui/text'
import { words } from '../words/words'
import { Checking, ProofFields, usePersonProof } from './sign-in'

/** The texts that a supervisor can be asked for. */
type WordTexts = { readonly saw: string; readonly why: string; readonly note: string }
type SupervisorsWord = WordTexts & { readonly proof: PersonProof }

type DialogOf<At extends OpenDialog['at']> = Extract<OpenDialog, { at: At }>

const noWord: WordTexts = { saw: '', why: '', note: '' }
/** For dialogs that take a token instead. */
const noProof: PersonProof = { with: 'badge', code: '' }

/**
 * Asks for a supervisor's statement and proof, and sends both, one request at a time. Shows main's refusal and clears a
 * wrong PIN. What was sent cannot be called off by Esc: where the dialog is gone, a message says what became of it.
 */
export function WordDialog<T>(props: {
  readonly title: string
  readonly submit: string
  readonly look?: 'go' | 'danger'
  /** What it is about, above the fields; or `beside` them, where there is room. */
  readonly intro?: ReactNode
  readonly beside?: ReactNode
  /** Further fields before the texts. The first one takes the focus. */
  readonly children?: ReactNode
  /** Whether those are complete. */
  readonly ready?: boolean
  readonly asks: readonly (keyof WordTexts)[]
  /** Whose proof is asked for: a supervisor's unless given; null where a token replaces it. */
  readonly role?: Role | null
  readonly send: (word: SupervisorsWord) => Promise<Result<T, Fault>>
  /** Called with main's answer, after the dialog closes unless it `stays`. */
  readonly done: (answer: T) => void
  readonly stays?: boolean
}) {
  const { asks, role = 'supervisor', ready = true } = props
  const [word, setWord] = useState(noWord)
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const form = usePersonProof(role ?? 'supervisor')
  const pin = useRef<HTMLInputElement>(null)
  const proof = role === null ? noProof : form.proof
  const isComplete = asks.every((name) => word[name].trim() !== '')
  const isReady = ready && isComplete && proof !== null && !busy
  const submit = async () => {
    if (!isReady) return
    setBusy(true)
    setFault(null)
    const { dialog } = store.getState()
    const answer = await props.send({ ...word, proof })
    const isGone = store.getState().dialog !== dialog
    setBusy(false)
    if (answer.ok) {
      if (props.stays !== true && !isGone) closeDialog()
      return props.done(answer.value)
    }
    if (isGone) return notify({ kind: 'fault', fault: answer.fault })
    setFault(answer.fault)
    if (!isProofFault(answer.fault)) return
    form.clear()
    // The pressed button is disabled now.
    pin.current?.focus()
  }
  return (
    <DialogWindow
      title={props.title}
      closeName={words.shell.cancel}
      wide={props.beside !== undefined}
      actions={
        <>
          <Checking busy={busy} />
          <PressButton look={props.look ?? 'go'} disabled={!isReady} onPress={() => void submit()}>
            {props.submit}
          </PressButton>
        </>
      }
    >
      <div className="tiles dialog-columns">
        {props.beside}
        {/* Enter submits a form with one field only: there is no submit button. */}
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {props.intro}
          {props.children}
          {asks.map((name, index) => (
            <TextInput
              key={name}
              label={words.statement[name]}
              value={word[name]}
              onChange={(text) => setWord({ ...word, [name]: text })}
              maxLength={500}
              focused={index === 0 && !props.children}
              help={name === 'why' ? undefined : words.statement.examples[name]}
            />
          ))}
          {role !== null && <ProofFields form={form} focused={asks.length === 0} pinRef={pin} />}
        </form>
      </div>
      <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
    </DialogWindow>
  )
}

/** Accepts that the service reports a lower refunded amount than before (refund-protocol.md 2). */
export function AcceptLowerDialog(props: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const { shown, stale } = props
  const refunded = stale.now
  return (
    <WordDialog
      title={words.acceptDialog.title(formatMoney({ hundredths: refunded, currency: shown.record.currency }))}
      intro={<p>{words.acceptDialog.intro}</p>}
      asks={['note']}
      submit={words.stale.accept}
      look="danger"
      send={({ proof, note: why }) =>
        call('payment:accept-lower', { lookup: shown.lookup, refunded, proof, why })
      }
      done={(standing) => {
        // The new lookup clears earlier messages.
        standingChanged(standing)
        notify({ kind: 'lower_accepted' })
      }}
    />
  )
}

/** Records that a supervisor has seen an alarm. Ends no lock (refund-protocol.md 9). */
export function AcknowledgeDialog({ alarm, says }: DialogOf<'acknowledge'>) {
  return (
    <WordDialog
      title={words.acknowledge.title}
      intro={
        <>
          <StrongLine text={says} />
          <p className="soft">{words.acknowledge.intro}</p>
        </>
      }
      asks={['note']}
      submit={words.settings.save}
      send={({ proof, note }) => call('activity:acknowledge', { alarm, proof, note })}
      done={() => {
        void entriesChanged().then(() => notify({ kind: 'acknowledged' }))
      }}
    />
  )
}

/** Ends a lock that no refund of this record holds (refund-protocol.md 2 and 12). */
export function ReleaseDialog({ line }: DialogOf<'release'>) {
  return (
    <WordDialog
      title={words.release.title}
      intro={<p>{words.release.intro}</p>}
      asks={['saw', 'why']}
      submit={words.release.submit}
      look="danger"
      send={({ proof, saw, why }) => call('payment:release', { line, proof, saw, why })}
      done={() => {
        // A new lookup may clear earlier messages.
        void entriesChanged().then(() => notify({ kind: 'released' }))
      }}
    />
  )
}

const proofs = [
  { value: 'person', name: words.people.byPerson },
  { value: 'token', name: words.people.byToken },
] as const

/** Asks for the proof of a role, or for the token. The waiting call is repeated when the dialog closes (store/main.ts). */
export function RightsDialog(asked: DialogOf<'rights'>) {
  const [by, setBy] = useState(asked.by)
  const [token, setToken] = useState('')
  const isByToken = by === 'token'
  return (
    <WordDialog
      title={words.people.needed[asked.role]}
      intro={<p>{asked.by === 'person' ? words.people.askPerson : words.people.askToken}</p>}
      asks={[]}
      role={isByToken ? null : asked.role}
      ready={!isByToken || token !== ''}
      submit={words.people.unlock}
      send={({ proof }) => call('rights:begin', isByToken ? { with: 'token', stored: token.trim() } : proof)}
      done={rightsBegun}
      stays
    >
      {asked.by === 'person' && (
        <Choice label={words.people.showBy} options={proofs} value={by} onChoose={setBy} />
      )}
      {isByToken && (
        <TextInput
          label={words.people.byToken}
          kind="password"
          value={token}
          onChange={setToken}
          help={asked.by === 'person' ? words.people.tokenHelp : undefined}
          focused
        />
      )}
    </WordDialog>
  )
}
