import { useCallback, useState } from 'react'
import { readWholeNumber, retentionLimits } from '../../shared/retention'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Locked } from '../ui/locked'
import { TextInput } from '../ui/text-input'
import { WhileOpen } from '../ui/while-open'
import { copiesWords as words } from '../words/copies-words'
import { SaveForm } from './form'

type RetentionChoice = { readonly keepDays: number; readonly keepCopies: number }

function NumberInput(props: {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly limits: (typeof retentionLimits)[keyof typeof retentionLimits]
  readonly wrong: (limits: { readonly least: number; readonly most: number }) => string
}) {
  const { label, text, onChange, limits } = props
  const wrong = readWholeNumber(text, limits) === null
  return (
    <TextInput
      label={label}
      value={text}
      onChange={onChange}
      numeric
      maxLength={12}
      wrong={wrong}
      {...(wrong ? { help: props.wrong(limits) } : {})}
    />
  )
}

/** Says what goes for good before it goes. */
function DeleteDialog(props: {
  readonly outside: number
  readonly limits: RetentionChoice
  readonly onDelete: () => void
}) {
  const { outside, limits, onDelete } = props
  return (
    <ConfirmDialog title={words.deleteTitle(outside)} confirm={words.deleteNow(outside)} onConfirm={onDelete}>
      <p>{words.deleteWhich(limits.keepDays, limits.keepCopies)}</p>
      <p>{words.deleteMeaning}</p>
    </ConfirmDialog>
  )
}

/** How long and how many: whole numbers within their limits, or words why not. */
export function RetentionForm() {
  const api = useApi()
  const keepDays = useStore((state) => state.app.keepDays)
  const keepCopies = useStore((state) => state.app.keepCopies)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const adoptSaved = useStore((state) => state.adoptSaved)
  const openDialog = useStore((state) => state.openDialog)
  // Provisioning may set them while this is on the screen: what nobody has typed follows.
  const [typed, setTyped] = useState<{ readonly days?: string; readonly copies?: string }>({})
  const daysText = typed.days ?? String(keepDays)
  const copiesText = typed.copies ?? String(keepCopies)
  const putBack = useCallback(() => setTyped({}), [])
  const [outside, setOutside] = useState(0)
  const days = readWholeNumber(daysText, retentionLimits.days)
  const copies = readWholeNumber(copiesText, retentionLimits.count)
  const wanted: RetentionChoice | null =
    days === null || copies === null ? null : { keepDays: days, keepCopies: copies }
  const changed = wanted !== null && (days !== keepDays || copies !== keepCopies)

  const keep = async (limits: RetentionChoice) => {
    const kept = await adoptSaved(api.saveSettings(limits))
    if (kept === true) putBack()
    return kept
  }
  const forget = async (limits: RetentionChoice) => {
    if (await adoptAppState(api.saveSettings(limits), { kind: 'settings_saved' })) putBack()
  }
  const save = async (limits: RetentionChoice) => {
    const count = await answerOf(api.countCopies(limits))
    if (!count.ok) return count.fault
    if (count.value === null || count.value.outside === 0) return keep(limits)
    setOutside(count.value.outside)
    openDialog('fewer_copies')
    return false
  }

  return (
    <>
      <SaveForm
        changed={daysText !== String(keepDays) || copiesText !== String(keepCopies)}
        ready={changed}
        submitName={words.save}
        onSave={async () => wanted !== null && (await save(wanted))}
        onPutBack={putBack}
      >
        <div className="two-fields">
          <Locked setting="keepDays">
            <NumberInput
              label={words.days}
              text={daysText}
              onChange={(text) => setTyped({ ...typed, days: text })}
              limits={retentionLimits.days}
              wrong={words.daysWrong}
            />
          </Locked>
          <Locked setting="keepCopies">
            <NumberInput
              label={words.count}
              text={copiesText}
              onChange={(text) => setTyped({ ...typed, copies: text })}
              limits={retentionLimits.count}
              wrong={words.countWrong}
            />
          </Locked>
        </div>
      </SaveForm>
      {wanted !== null && (
        <WhileOpen dialog="fewer_copies">
          <DeleteDialog outside={outside} limits={wanted} onDelete={() => void forget(wanted)} />
        </WhileOpen>
      )}
    </>
  )
}
