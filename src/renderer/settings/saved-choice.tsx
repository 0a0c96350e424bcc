import { useState } from 'react'
import type { SettingName } from '../../shared/setting-names'
import { Choice, type ChoiceOption } from '../ui/choice'
import { Locked } from '../ui/locked'
import { SavedMark } from './form'

/** A setting that is chosen and not typed: it holds at once, and its name says beside it that it was saved. */
export function SavedChoice<T extends string>(props: {
  readonly setting: SettingName
  readonly label: string
  readonly options: readonly ChoiceOption<T>[]
  readonly value: T
  /** Whether it was saved. */
  readonly onChoose: (value: T) => Promise<boolean>
}) {
  const { setting, label, options, value, onChoose } = props
  const { saved, save } = useSavedMark()
  return (
    <div className="saved-choice">
      <div className="saved-choice-head">
        <h3 className="label">{label}</h3>
        <SavedMark shown={saved} />
      </div>
      <Locked setting={setting}>
        <Choice
          label={label}
          options={options}
          value={value}
          onChoose={(chosen) => void save(() => onChoose(chosen))}
        />
      </Locked>
    </div>
  )
}

/** Remembers that something was saved, until it is saved anew. */
export function useSavedMark() {
  const [saved, setSaved] = useState(false)
  const save = async (act: () => Promise<boolean>) => {
    setSaved(false)
    setSaved(await act())
  }
  return { saved, save }
}
