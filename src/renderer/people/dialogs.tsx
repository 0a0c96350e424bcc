import { type ReactNode, useState } from 'react'
import type { Stale } from '../../shared/attempt/payment-standing'
import type { Result } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney } from '../../shared/payment/money'
import type { PersonProof } from '../../shared/people/people'
import { appStateChanged } from '../actions/app-state'
import { entriesChanged, standingChanged } from '../actions/lookups'
import { closeDialog } from '../actions/navigation'
import { isProofFault } from '../actions/refunds'
import { call } from '../store/main'
import { notify, type OpenDialog } from '../store/store'
import { Busy, Choice, PressButton, TextInput } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { FaultExplained, Sentence } from '../ui/text'
import { appWords } from '../words/app'
import { acceptDialogWords, releaseWords } from '../words/counter'
import { peopleWords } from '../words/people'
import { acknowledgeWords } from '../words/states'
import { ProofFields, usePersonProof } from './proof'

/** What a supervisor writes down, beside showing who they are; a dialog asks for those that it needs. */
export type WordTexts = { readonly saw: string; readonly why: string; readonly note: string }
export type SupervisorsWord = WordTexts & { readonly proof: PersonProof }
export type AskedText = { readonly text: keyof WordTexts; readonly label: string; readonly help?: string }

type DialogOf<At extends OpenDialog['at']> = Extract<OpenDialog, { at: At }>

const noWord: WordTexts = { saw: '', why: '', note: '' }
/** Shows nothing: a token shows who it is. */
const noProof: PersonProof = { with: 'badge', code: '' }

type WordDialogProps<T> = {
  readonly title: string
  readonly asks: readonly AskedText[]
  /** The name of the button that writes it down. */
  readonly submit: string
  readonly look?: 'go' | 'danger'
  /** Whether what else the dialog asks for is complete. */
  readonly ready?: boolean
  /** False where something else than a person's own proof shows who it is. */
  readonly inPerson?: boolean
  readonly send: (word: SupervisorsWord) => Promise<Result<T, Fault>>
  /** Called with main's answer; the dialog has been closed unless it is to stay. */
  readonly done: (answer: T) => void
  readonly stays?: boolean
  readonly intro: ReactNode
  /** Whether the intro is evidence, which stands beside the fields where there is room. */
  readonly beside?: boolean
  /** What else is asked for, before the texts; its first field takes the focus. */
  readonly children?: ReactNode
}

/** A dialog that sends a supervisor's proof, once at a time. What main refuses is said in it, and a wrong PIN is typed anew. */
function ProofDialog<T>(props: {
  readonly title: string
  readonly submit: string
  readonly look: 'go' | 'danger'
  readonly ready: boolean
  readonly send: () => Promise<Result<T, Fault>>
  readonly clearProof: () => void
  readonly done: (answer: T) => void
  readonly beside?: ReactNode
  readonly children: ReactNode
}) {
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!props.ready || busy) return
    setBusy(true)
    setFault(null)
    const answer = await props.send()
    setBusy(false)
    if (answer.ok) return props.done(answer.value)
    if (isProofFault(answer.fault)) props.clearProof()
    setFault(answer.fault)
  }
  return (
    <DialogWindow
      title={props.title}
      closeName={appWords.cancel}
      wide={props.beside !== undefined}
      actions={
        <>
          <Busy shown={busy} words={peopleWords.checking} />
          <PressButton look={props.look} disabled={!props.ready || busy} onPress={() => void submit()}>
            {props.submit}
          </PressButton>
        </>
      }
    >
      <div className="tiles dialog-columns">
        {props.beside}
        {/* Enter sends a form of one field; of several it does not, for there is no submit button. */}
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {props.children}
        </form>
      </div>
      <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
    </DialogWindow>
  )
}

/** A dialog in which a supervisor writes something down, in their own name. Sends no refund. */
export function WordDialog<T>(props: WordDialogProps<T>) {
  const [word, setWord] = useState(noWord)
  const form = usePersonProof('supervisor')
  const inPerson = props.inPerson !== false
  const proof = inPerson ? form.proof : noProof
  const isComplete = props.asks.every(({ text }) => word[text].trim() !== '')
  const change = (name: keyof WordTexts) => (text: string) => setWord({ ...word, [name]: text })
  return (
    <ProofDialog
      title={props.title}
      submit={props.submit}
      look={props.look ?? 'go'}
      ready={props.ready !== false && isComplete && proof !== null}
      send={() => props.send({ ...word, proof: proof ?? noProof })}
      clearProof={form.clear}
      done={(answer) => {
        if (props.stays !== true) closeDialog()
        props.done(answer)
      }}
      {...(props.beside === true ? { beside: <div className="stack">{props.intro}</div> } : {})}
    >
      {props.beside !== true && props.intro}
      {props.children}
      {props.asks.map(({ text, label, help }, index) => (
        <TextInput
          key={text}
          label={label}
          value={word[text]}
          onChange={change(text)}
          maxLength={500}
          focused={index === 0 && !props.children}
          help={help}
        />
      ))}
      {inPerson && <ProofFields form={form} />}
    </ProofDialog>
  )
}

/** A supervisor accepts that the service says less was refunded than before (refund-protocol.md 2). */
export function AcceptLowerDialog(props: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const { shown, stale } = props
  const refunded = stale.now
  return (
    <WordDialog
      title={acceptDialogWords.title(formatMoney({ hundredths: refunded, currency: shown.record.currency }))}
      intro={<p>{acceptDialogWords.intro}</p>}
      asks={[{ text: 'why', label: acceptDialogWords.why, help: acceptDialogWords.whyHelp }]}
      submit={acceptDialogWords.submit}
      look="danger"
      send={({ proof, why }) => call('payment:accept-lower', { lookup: shown.lookup, refunded, proof, why })}
      done={(standing) => {
        // The receipt is looked up anew, which clears what was said before.
        standingChanged(standing)
        notify({ kind: 'lower_accepted' })
      }}
    />
  )
}

/** A supervisor has seen one alarm; it ends no lock (refund-protocol.md 9). */
export function AcknowledgeDialog({ alarm, says }: DialogOf<'acknowledge'>) {
  return (
    <WordDialog
      title={acknowledgeWords.title}
      intro={
        <>
          <p>
            <Sentence as="strong" text={says} />
          </p>
          <p className="soft">{acknowledgeWords.intro}</p>
        </>
      }
      asks={[{ text: 'note', label: acknowledgeWords.note, help: acknowledgeWords.noteHelp }]}
      submit={acknowledgeWords.submit}
      send={({ proof, note }) => call('activity:acknowledge', { alarm, proof, note })}
      done={() => {
        void entriesChanged().then(() => notify({ kind: 'acknowledged' }))
      }}
    />
  )
}

/** A supervisor ends a lock that no refund of this record holds (refund-protocol.md 2 and 12). */
export function ReleaseDialog({ line }: DialogOf<'release'>) {
  return (
    <WordDialog
      title={releaseWords.title}
      intro={<p>{releaseWords.intro}</p>}
      asks={[
        { text: 'saw', label: releaseWords.saw, help: releaseWords.sawHelp },
        { text: 'why', label: releaseWords.why },
      ]}
      submit={releaseWords.submit}
      look="danger"
      send={({ proof, saw, why }) => call('payment:release', { line, proof, saw, why })}
      done={() => {
        // The receipt may be looked up anew, which clears what was said before.
        void entriesChanged().then(() => notify({ kind: 'released' }))
      }}
    />
  )
}

const proofs = [
  { value: 'person', name: peopleWords.byPerson },
  { value: 'token', name: peopleWords.byToken },
] as const

/** Asks somebody of a role to show who they are, or for the token. What needed it is done when the dialog closes (store/main.ts). */
export function RightsDialog(asked: DialogOf<'rights'>) {
  const [by, setBy] = useState(asked.by)
  const [token, setToken] = useState('')
  const form = usePersonProof(asked.role)
  const proof =
    by === 'token' ? (token === '' ? null : ({ with: 'token', stored: token.trim() } as const)) : form.proof
  return (
    <ProofDialog
      title={peopleWords.needed[asked.role]}
      submit={peopleWords.unlock}
      look="go"
      ready={proof !== null}
      send={() => call('rights:begin', proof ?? noProof)}
      clearProof={form.clear}
      done={(app) => {
        appStateChanged(app)
        notify(null)
        closeDialog()
      }}
    >
      <p>{asked.by === 'person' ? peopleWords.askPerson : peopleWords.askToken}</p>
      {asked.by === 'person' && (
        <Choice label={peopleWords.showBy} options={proofs} value={by} onChoose={setBy} />
      )}
      {by === 'person' ? (
        <ProofFields form={form} focused />
      ) : (
        <TextInput label={peopleWords.byToken} kind="password" value={token} onChange={setToken} focused />
      )}
    </ProofDialog>
  )
}
