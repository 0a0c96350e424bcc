import { useState } from 'react'
import type { RefundsOff } from '../../shared/fault'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Section } from '../ui/section'
import { WhileOpen } from '../ui/while-open'
import { journalWords as words } from '../words/journal-words'
import { explainRefundsOff } from '../words/refunds-off-words'
import { BeginJournalDialog } from './begin-journal-dialog'

type Beginning = { readonly why: RefundsOff; readonly replaceable: 'pin' | 'token' }

/** While refunds are off: why, and where somebody can end it, the way to a new record of refunds. */
export function JournalSection() {
  const refunds = useStore((state) => state.app.refunds)
  const policyProblem = useStore((state) => state.app.policyProblem)
  const movedFrom = useStore((state) => state.app.about.profileMovedFrom)
  const address = useStore((state) => state.app.serviceAddress)
  const openDialog = useStore((state) => state.openDialog)
  // Refunds come on while the dialog still says what was taken over.
  const [beginning, setBeginning] = useState<Beginning | null>(null)
  const begin = (why: RefundsOff, replaceable: Beginning['replaceable']) => {
    setBeginning({ why, replaceable })
    openDialog('begin_journal')
  }
  return (
    <>
      {!refunds.on && refunds.why !== 'service_unsettled' && (
        <Section title={words.title}>
          <Explain explanation={explainRefundsOff(refunds.why, movedFrom)} tone="wait">
            {policyProblem !== null && <p>{policyProblem}</p>}
            {refunds.replaceable !== null && (
              <BeginButton why={refunds.why} replaceable={refunds.replaceable} begin={begin} />
            )}
          </Explain>
        </Section>
      )}
      {beginning !== null && (
        <WhileOpen dialog="begin_journal">
          <BeginJournalDialog {...beginning} address={address} />
        </WhileOpen>
      )}
    </>
  )
}

function BeginButton(
  props: Beginning & { readonly begin: (why: RefundsOff, replaceable: Beginning['replaceable']) => void },
) {
  const { why, replaceable, begin } = props
  return (
    <PressButton look="danger" onPress={() => begin(why, replaceable)}>
      {words.begin}
    </PressButton>
  )
}
