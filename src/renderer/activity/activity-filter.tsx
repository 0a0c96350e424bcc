import { useEffect, useState } from 'react'
import type { AttemptState } from '../../shared/attempt-states'
import { PressButton } from '../ui/controls'
import { SelectInput } from '../ui/select-input'
import { TextInput } from '../ui/text-input'
import { activityWords, stateChoices } from '../words/activity'
import type { ActivitySearch } from './activity-search'
import { RangeFilter } from './range-filter'

const any = 'any'
const states = [{ value: any, name: activityWords.anyState }, ...stateChoices] as const

/** Long enough that a word is not asked for letter by letter, in milliseconds. */
const typingPause = 250

/** What is typed is looked for once the typing pauses. */
function FindInput(props: { readonly find: string; readonly onFind: (find: string) => void }) {
  const { find, onFind } = props
  const [typed, setTyped] = useState(find)
  useEffect(() => {
    if (typed === find) return
    const timer = setTimeout(() => onFind(typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed, find, onFind])
  return (
    <TextInput
      label={activityWords.find}
      value={typed}
      onChange={setTyped}
      help={activityWords.findHelp}
      maxLength={128}
    />
  )
}

/** By which words and which outcome to look; nothing of it is there until somebody looks for something. */
function FindPart(props: {
  readonly search: ActivitySearch
  readonly onSearch: (change: (before: ActivitySearch) => ActivitySearch) => void
}) {
  const { search, onSearch } = props
  const [onFind] = useState(() => (find: string) => onSearch((before) => ({ ...before, find })))
  const chooseState = (chosen: AttemptState | typeof any) =>
    onSearch((before) => ({ ...before, state: chosen === any ? null : chosen }))
  return (
    <div className="activity-find">
      <FindInput find={search.find} onFind={onFind} />
      <SelectInput
        label={activityWords.state}
        options={states}
        value={search.state ?? any}
        onChoose={chooseState}
      />
    </div>
  )
}

/** Which refunds to list: of which days, with which outcome, by which refund no., code or cashier. */
export function ActivityFilter(props: {
  readonly search: ActivitySearch
  readonly onSearch: (change: (before: ActivitySearch) => ActivitySearch) => void
}) {
  const { search, onSearch } = props
  const [finding, setFinding] = useState(false)
  const toggle = () => {
    setFinding(!finding)
    onSearch((before) => ({ ...before, find: '', state: null }))
  }
  return (
    <div className="activity-filter">
      <RangeFilter chosen={search.range} onChoose={(range) => onSearch((before) => ({ ...before, range }))} />
      {finding && <FindPart search={search} onSearch={onSearch} />}
      <PressButton look="quiet" expanded={finding} onPress={toggle}>
        {finding ? activityWords.findClose : activityWords.findOpen}
      </PressButton>
    </div>
  )
}
