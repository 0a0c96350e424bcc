import { Choice } from '../ui/choice'
import { TextInput } from '../ui/text-input'
import { activityWords } from '../words/activity'
import type { ChosenRange } from './time-range'

const { ranges } = activityWords
const options = [
  { value: 'today', name: ranges.today },
  { value: 'week', name: ranges.week },
  { value: 'all', name: ranges.all },
  { value: 'days', name: ranges.days },
] as const

/** Which days to list and to export. */
export function RangeFilter(props: {
  readonly chosen: ChosenRange
  readonly onChoose: (chosen: ChosenRange) => void
}) {
  const { chosen, onChoose } = props
  return (
    <div className="range-filter">
      <Choice
        label={activityWords.range}
        className="choice-match choice-range"
        options={options}
        value={chosen.choice}
        onChoose={(choice) => onChoose({ ...chosen, choice })}
      />
      {chosen.choice === 'days' && (
        <div className="range-days">
          <TextInput
            label={activityWords.from}
            kind="date"
            value={chosen.from}
            onChange={(from) => onChoose({ ...chosen, from })}
          />
          <TextInput
            label={activityWords.to}
            kind="date"
            value={chosen.to}
            onChange={(to) => onChoose({ ...chosen, to })}
          />
        </div>
      )}
    </div>
  )
}
