import { useEffect, useState } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import type { AttemptView } from '../../shared/payment-standing'
import { quietMilliseconds } from '../store/press-guard'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { receiptWords } from '../words/receipt'
import { outcomeWords } from '../words/states'
import { type Step, stepsAfter } from './outcome-steps'

export type Outcome = {
  readonly attempt: AttemptView
  /** The record that the service's answer held, where there is one. */
  readonly shown: ShownTransaction | null
  readonly storeId: string
}

/** True once the buttons have stood there so long that a press is meant for them (press-guard.ts). */
export function useTakesPresses(): boolean {
  const [takes, setTakes] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakes(true), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return takes
}

const names: Readonly<Record<Step, string>> = {
  next_customer: outcomeWords.nextCustomer,
  try_again: outcomeWords.tryAgain,
  print: receiptWords.print,
  print_for_customer: outcomeWords.printForCustomer,
  save_pdf: receiptWords.savePdf,
  show_receipt: outcomeWords.showReceipt,
  supervisor: outcomeWords.supervisor,
  details: outcomeWords.evidence,
}

function usePress({ attempt, shown, storeId }: Outcome): (step: Step) => void {
  const actions = useStore((state) => state)
  const content = { subject: 'outcome', attempt, storeId } as const
  return (step) => {
    switch (step) {
      case 'next_customer':
        return actions.nextCustomer()
      case 'try_again':
        return void actions.tryAgain()
      case 'print':
      case 'print_for_customer':
        return void actions.putOnPaper(content, 'print')
      case 'save_pdf':
        return void actions.putOnPaper(content, 'pdf')
      case 'show_receipt':
        return shown === null ? void actions.lookUpAgain() : actions.showReceipt()
      case 'supervisor':
      case 'details':
        return actions.openAttempt(attempt.intent.marker)
    }
  }
}

/** What can be pressed now. Each set of buttons is deaf for a moment, in case a second tap was meant for what it covers. */
export function OutcomeButtons(props: Outcome) {
  const steps = stepsAfter(props.attempt)
  if (steps === null) return null
  return <Steps key={[...steps.others, steps.primary].join(' ')} {...props} />
}

function Steps(props: Outcome) {
  const takes = useTakesPresses()
  const press = usePress(props)
  const steps = stepsAfter(props.attempt)
  if (steps === null) return null
  return (
    <div className="panel-foot button-grid outcome-foot">
      {[...steps.others, steps.primary].map((step) => (
        <PressButton
          key={step}
          look={step === steps.primary ? steps.look : 'plain'}
          disabled={!takes}
          onPress={() => press(step)}
        >
          {names[step]}
        </PressButton>
      ))}
    </div>
  )
}
