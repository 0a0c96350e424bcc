import type { OutageState } from '../../shared/outage'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { prefetchWords } from '../words/prefetch-words'

const words = prefetchWords.oversized

/** A list that is longer than what is kept: said before anything of it begins. */
export function OversizedList(props: { readonly oversized: NonNullable<OutageState['oversized']> }) {
  const api = useApi()
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const { name, codes, kept } = props.oversized
  return (
    <div className="alert alert-wait" role="status">
      <h3>{words.title(name)}</h3>
      <p>{words.meaning(codes, kept)}</p>
      <div className="button-row">
        <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to: 'import_oversized' }))}>
          {words.take}
        </PressButton>
        <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to: 'leave_oversized' }))}>
          {words.leave}
        </PressButton>
      </div>
    </div>
  )
}
