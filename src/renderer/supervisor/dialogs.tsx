import { type ReactNode, useState } from 'react'
import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import { answerOf } from '../store/answer'
import { useStore } from '../store/store-context'
import { Busy } from '../ui/busy'
import { PressButton } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { FaultExplained } from '../ui/fault-explained'
import { TextInput } from '../ui/text-input'
import { appWords } from '../words/app-words'
import { supervisorWords } from '../words/counter'

/** What a supervisor writes down beside name and PIN; a dialog asks for those that it needs. */
export type WordTexts = { readonly saw: string; readonly why: string; readonly note: string }
export type SupervisorsWord = WordTexts & { readonly supervisor: string; readonly pin: string }
export type AskedText = { readonly text: keyof WordTexts; readonly label: string; readonly help?: string }

const noWord: SupervisorsWord = { saw: '', why: '', note: '', supervisor: '', pin: '' }

type WordDialogProps<T> = {
  readonly title: string
  readonly asks: readonly AskedText[]
  /** The name of the button that writes it down. */
  readonly submit: string
  readonly look?: 'go' | 'danger'
  /** Whether what else the dialog asks for is complete. */
  readonly ready?: boolean
  /** False where something else than the PIN proves who it is. */
  readonly withPin?: boolean
  readonly send: (word: SupervisorsWord) => Promise<Result<T, Fault>>
  /** Called with main's answer; the dialog has been closed unless it is to stay. */
  readonly done: (answer: T) => void
  readonly stays?: boolean
  readonly intro: ReactNode
  /** What else is asked for, before the texts; its first field takes the focus. */
  readonly children?: ReactNode
}

function isComplete(
  word: SupervisorsWord,
  { asks, ready, withPin }: Pick<WordDialogProps<never>, 'asks' | 'ready' | 'withPin'>,
): boolean {
  const texts = [...asks.map(({ text }) => word[text]), word.supervisor]
  return (
    ready !== false && texts.every((text) => text.trim() !== '') && (withPin === false || word.pin !== '')
  )
}

function useWord<T>(props: WordDialogProps<T>) {
  const closeDialog = useStore((state) => state.closeDialog)
  const [word, setWord] = useState(noWord)
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const complete = isComplete(word, props) && !busy
  const submit = async () => {
    if (!complete) return
    setBusy(true)
    setFault(null)
    const answer = await answerOf(props.send(word))
    setBusy(false)
    if (!answer.ok) {
      if (answer.fault.kind === 'pin_wrong') setWord({ ...word, pin: '' })
      return setFault(answer.fault)
    }
    if (props.stays !== true) closeDialog()
    props.done(answer.value)
  }
  const change = (name: keyof SupervisorsWord) => (text: string) => setWord({ ...word, [name]: text })
  return { word, change, fault, busy, complete, submit }
}

/** A dialog in which a supervisor writes something down, in their own name and with the PIN. Sends no refund. */
export function WordDialog<T>(props: WordDialogProps<T>) {
  const { word, change, fault, busy, complete, submit } = useWord(props)
  return (
    <DialogWindow
      title={props.title}
      closeName={appWords.cancel}
      actions={
        <>
          <Busy shown={busy} words={supervisorWords.checking} />
          <PressButton look={props.look ?? 'go'} disabled={!complete} onPress={() => void submit()}>
            {props.submit}
          </PressButton>
        </>
      }
    >
      {props.intro}
      {props.children}
      {props.asks.map(({ text, label, help }, index) => (
        <TextInput
          key={text}
          label={label}
          value={word[text]}
          onChange={change(text)}
          maxLength={500}
          focused={index === 0 && !props.children}
          {...(help === undefined ? {} : { help })}
        />
      ))}
      <TextInput
        label={supervisorWords.name}
        value={word.supervisor}
        onChange={change('supervisor')}
        maxLength={80}
      />
      {props.withPin !== false && (
        <TextInput
          label={supervisorWords.pin}
          kind="password"
          numeric
          value={word.pin}
          onChange={change('pin')}
          maxLength={64}
        />
      )}
      <div aria-live="assertive">{fault !== null && <FaultExplained fault={fault} />}</div>
    </DialogWindow>
  )
}
