import { useState } from 'react'
import type { Output } from '../../shared/contract/contract'
import { copiesForgotten } from '../actions/lookups'
import { openDialog } from '../actions/navigation'
import { WordDialog } from '../people/dialogs'
import { ask, call } from '../store/main'
import { notify, useStore } from '../store/store'
import { PressButton, Section, TextInput } from '../ui/controls'
import { DialogWindow, WhileOpen } from '../ui/dialog'
import { Explain, Facts, StrongLine } from '../ui/text'
import { takenOverAdvice, takenOverLines } from '../words/activity'
import { explainRefundsOff } from '../words/refund'
import { words } from '../words/words'
import { useForm } from './form'

/** Why refunds are off, and the way to a new refund record if one may be started. */
export function JournalSection() {
  const { refunds, policyProblem, about, serviceAddress } = useStore((state) => state.app)
  // Kept after refunds come on, while the dialog shows what was taken over.
  const [beginning, setBeginning] = useState<'person' | 'token' | null>(null)
  const begin = (by: 'person' | 'token') => {
    setBeginning(by)
    openDialog({ at: 'begin_journal' })
  }
  const replaceable = refunds.on ? null : refunds.replaceable
  return (
    <>
      {!refunds.on && (
        <Section title={words.record.title}>
          <Explain explanation={explainRefundsOff(refunds.why, about.profileMovedFrom)} tone="wait">
            {policyProblem !== null && <p>{policyProblem}</p>}
            {replaceable !== null && (
              <PressButton look="danger" onPress={() => begin(replaceable)}>
                {words.record.begin}
              </PressButton>
            )}
          </Explain>
        </Section>
      )}
      <WhileOpen dialog="begin_journal">
        {beginning !== null && <BeginJournalDialog by={beginning} address={serviceAddress} />}
      </WhileOpen>
    </>
  )
}

/** Starts a new refund record by PIN or token, and shows what it took over. */
function BeginJournalDialog(props: { readonly by: 'person' | 'token'; readonly address: string }) {
  const { values: typed, field } = useForm({ address: props.address, token: '', name: '', newPin: '' })
  const [takenOver, setTakenOver] = useState<Output<'journal:begin'> | null>(null)
  // If people are lost, a token that the service accepts is the proof (refund-protocol.md 12).
  const byToken = props.by === 'token'
  // With no people left, whoever types the token becomes a manager.
  const needsPin = useStore(({ app }) => app.people.list.length === 0)
  const needed = [typed.address, typed.token, typed.name, ...(needsPin ? [typed.newPin] : [])]
  // Stays until it has been read.
  if (takenOver !== null)
    return (
      <DialogWindow title={words.record.begunTitle}>
        <Facts rows={takenOverLines(takenOver)} />
        <StrongLine text={takenOverAdvice(takenOver)} />
      </DialogWindow>
    )
  return (
    <WordDialog
      title={words.record.begin}
      intro={
        <>
          <p>{words.record.portalFirst}</p>
          <p>{words.record.meaning}</p>
          <p className="soft">{words.record.untouched}</p>
        </>
      }
      asks={['note']}
      submit={words.record.begin}
      look="danger"
      role={byToken ? null : 'supervisor'}
      ready={!byToken || needed.every((text) => text.trim() !== '')}
      stays
      send={({ proof, note: why }) =>
        call('journal:begin', { proof: byToken ? { with: 'token', ...typed } : proof, why })
      }
      done={setTakenOver}
    >
      {byToken && (
        <>
          <p>{words.record.byToken}</p>
          <TextInput label={words.settings.service.address} kind="url" focused {...field('address')} />
          <TextInput label={words.settings.service.token} kind="password" {...field('token')} />
          <TextInput label={words.people.name} {...field('name')} maxLength={80} />
          {needsPin && (
            <TextInput
              label={words.record.newPin}
              kind="pin"
              {...field('newPin')}
              help={words.record.newPinHelp}
            />
          )}
        </>
      )}
    </WordDialog>
  )
}

async function forgetNow(): Promise<void> {
  if ((await ask('copies:forget')) === undefined) return
  copiesForgotten()
  notify({ kind: 'copies_forgotten' })
}

function forgetCopies(): void {
  openDialog({
    at: 'confirm',
    title: words.copies.forget,
    meaning: words.copies.forgetMeaning,
    act: () => void forgetNow(),
  })
}

/** What saved receipts are, and how to delete them. */
export function CopiesSection() {
  return (
    <Section title={words.copies.title}>
      <p>{words.copies.help}</p>
      <div className="row">
        <PressButton look="danger" onPress={forgetCopies}>
          {words.copies.forget}
        </PressButton>
      </div>
    </Section>
  )
}
