import { useState } from 'react'
import type { Input, Output } from '../../shared/contract'
import type { RefundsOff } from '../../shared/fault'
import { useApi, useStore } from '../store/store-context'
import { WordDialog } from '../supervisor/dialogs'
import { DialogWindow } from '../ui/dialog'
import { Facts } from '../ui/facts'
import { TextInput } from '../ui/text-input'
import { takenOverAdvice, takenOverLines, whatHappened, journalWords as words } from '../words/journal-words'

type Typed = { readonly address: string; readonly token: string; readonly newPin: string }

/** What of the old records stands in the new one. It stays until it has been read. */
function Begun(props: { readonly takenOver: Output<'journal:begin'> }) {
  const { takenOver } = props
  return (
    <DialogWindow title={words.begunTitle}>
      <Facts rows={takenOverLines(takenOver)} />
      <p>
        <strong>{takenOverAdvice(takenOver)}</strong>
      </p>
    </DialogWindow>
  )
}

/** Where the PIN is lost, a token that the service accepts says who somebody is (refund-protocol.md 12). */
function TokenInputs(props: {
  readonly typed: Typed
  /** There is no PIN that could be used from now on. */
  readonly needsPin: boolean
  readonly onType: (typed: Typed) => void
}) {
  const { typed, needsPin, onType } = props
  return (
    <>
      <p>{words.byToken}</p>
      <TextInput
        label={words.address}
        kind="url"
        focused
        value={typed.address}
        onChange={(address) => onType({ ...typed, address })}
      />
      <TextInput
        label={words.token}
        kind="password"
        value={typed.token}
        onChange={(token) => onType({ ...typed, token })}
        autoComplete="new-password"
      />
      {needsPin && (
        <TextInput
          label={words.newPin}
          kind="password"
          numeric
          value={typed.newPin}
          onChange={(newPin) => onType({ ...typed, newPin })}
          help={words.newPinHelp}
          maxLength={64}
          autoComplete="new-password"
        />
      )}
    </>
  )
}

function proofOf(
  replaceable: 'pin' | 'token',
  pin: string,
  { address, token, newPin }: Typed,
): Pick<Input<'journal:begin'>, 'proof' | 'newPin'> {
  return replaceable === 'pin'
    ? { proof: { with: 'pin', pin }, newPin: '' }
    : { proof: { with: 'token', address, token }, newPin }
}

/** Begins a new record of refunds, by the PIN or by a token, and says what of the old one stands in it. */
export function BeginJournalDialog(props: {
  readonly why: RefundsOff
  readonly replaceable: 'pin' | 'token'
  readonly address: string
}) {
  const { replaceable } = props
  const api = useApi()
  const [typed, setTyped] = useState<Typed>({ address: props.address, token: '', newPin: '' })
  const [takenOver, setTakenOver] = useState<Output<'journal:begin'> | null>(null)
  const byToken = replaceable === 'token'
  const needsPin = useStore(({ app }) => app.supervisorPin === 'none' || app.supervisorPin === 'damaged')
  const needed = [typed.address, typed.token, ...(needsPin ? [typed.newPin] : [])]
  if (takenOver !== null) return <Begun takenOver={takenOver} />
  return (
    <WordDialog
      title={words.beginTitle}
      intro={
        <>
          <p>
            {whatHappened(props.why)} {words.portalFirst}
          </p>
          <p>{words.meaning}</p>
          <p className="soft">{words.untouched}</p>
        </>
      }
      asks={[{ text: 'why', label: words.why, help: words.whyHelp }]}
      submit={words.begin}
      look="danger"
      withPin={!byToken}
      ready={!byToken || needed.every((text) => text.trim() !== '')}
      stays
      send={({ pin, supervisor, why }) =>
        api.beginJournal({ ...proofOf(replaceable, pin, typed), supervisor, why })
      }
      done={setTakenOver}
    >
      {byToken && <TokenInputs typed={typed} needsPin={needsPin} onType={setTyped} />}
    </WordDialog>
  )
}
