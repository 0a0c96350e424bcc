import type { OutageState } from '../../shared/outage'
import { useApi, useDesk } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { outageWords } from '../words/outage-words'

const words = outageWords.held

/** A list that is longer than what is kept: said before anything of it begins. */
export function HeldList(props: { readonly held: NonNullable<OutageState['held']> }) {
  const api = useApi()
  const adoptOutage = useDesk((state) => state.adoptOutage)
  const { name, codes, kept } = props.held
  return (
    <div className="alert alert-wait" role="status">
      <h3>{words.title(name)}</h3>
      <p>{words.meaning(codes, kept)}</p>
      <div className="button-row">
        <PressButton onPress={() => void adoptOutage(api.steerOutage({ to: 'take_held' }))}>
          {words.take}
        </PressButton>
        <PressButton onPress={() => void adoptOutage(api.steerOutage({ to: 'leave_held' }))}>
          {words.leave}
        </PressButton>
      </div>
    </div>
  )
}
