import type { Output } from '../../shared/contract/contract'
import { copiesForgotten } from '../actions/lookups'
import { openDialog } from '../actions/navigation'
import { WordDialog } from '../people/dialogs'
import { ask, call } from '../store/main'
import { notify, store, useStore } from '../store/store'
import { PressButton, Section, TextInput } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { Explain, Facts, StrongLine } from '../ui/text'
import { takenOverAdvice, takenOverLines } from '../words/activity'
import { explainRefundsOff } from '../words/refund'
import { words } from '../words/words'
import { useForm } from './form'

/** Why refunds are off, and the way to a new refund record if one may be started. */
export function JournalSection() {
  const { refunds, policyProblem, about } = useStore((state) => state.app)
  if (refunds.on) return null
  const { replaceable } = refunds
  return (
    <Section title={words.record.title}>
      <Explain explanation={explainRefundsOff(refunds.why, about.profileMovedFrom)} tone="wait">
        {policyProblem !== null && <p>{policyProblem}</p>}
        {replaceable !== null && (
          <PressButton look="danger" onPress={() => openDialog({ at: 'begin_journal', by: replaceable })}>
            {words.record.begin}
          </PressButton>
        )}
      </Explain>
    </Section>
  )
}

/** Starts a new refund record by PIN or token, and then shows what it took over. */
export function BeginJournalDialog({ by }: { readonly by: 'person' | 'token' }) {
  const { serviceAddress, people } = useStore((state) => state.app)
  const { values: typed, field } = useForm({ address: serviceAddress, token: '', name: '', newPin: '' })
  // If people are lost, a token that the service accepts is the proof (refund-protocol.md 12).
  const byToken = by === 'token'
  // With no people left, whoever types the token becomes a manager.
  const needsPin = people.list.length === 0
  const needed = [typed.address, typed.token, typed.name, ...(needsPin ? [typed.newPin] : [])]
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
      send={({ proof, note: why }) =>
        call('journal:begin', { proof: byToken ? { with: 'token', ...typed } : proof, why })
      }
      done={(takenOver) => {
        if (!store.getState().app.people.locked) openDialog({ at: 'record_begun', takenOver })
      }}
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

/** What a new refund record took over, until it has been read. */
export function RecordBegunDialog({ takenOver }: { readonly takenOver: Output<'journal:begin'> }) {
  return (
    <DialogWindow title={words.record.begunTitle}>
      <Facts rows={takenOverLines(takenOver)} />
      <StrongLine text={takenOverAdvice(takenOver)} />
    </DialogWindow>
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
