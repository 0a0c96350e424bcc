import './prefetch.css'
import { useEffect } from 'react'
import type { OutageState } from '../../shared/outage'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Section } from '../ui/section'
import { Sentence } from '../ui/text'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { prefetchWords as words } from '../words/prefetch-words'
import { PrefetchReport } from './prefetch'
import { PrefetchProgress, TakingList } from './prefetch-progress'
import { WatchedFolder } from './watched-folder'

/** Lists of codes that are looked up before the network fails, and what became of them. */
export function PrefetchSection() {
  const api = useApi()
  const prefetch = useStore((state) => state.prefetch)
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const listGiven = useStore((state) => state.listGiven)
  const asked = useStore((state) => state.prefetchAsked)
  const ref = useFocusOnShow<HTMLDivElement>(asked, asked > 0)
  useEffect(() => void adoptPrefetch(api.readOutage()), [api, adoptPrefetch])
  return (
    <Section title={words.title}>
      <div className="outage" tabIndex={-1} ref={ref}>
        <p>{words.help}</p>
        <div className="button-row">
          <PressButton onPress={() => void listGiven(api.chooseListFile())}>{words.choose}</PressButton>
        </div>
        <p className="soft fine">{words.orDrop}</p>
        {prefetch !== null && (
          <>
            {prefetch.importing !== null && <TakingList taking={prefetch.importing} />}
            {prefetch.oversized !== null && <OversizedList oversized={prefetch.oversized} />}
            <PrefetchProgress work={prefetch.work} counts={prefetch.counts} />
            <PrefetchReport counts={prefetch.counts} missed={prefetch.missed} />
            <WatchedFolder folder={prefetch.folder} />
          </>
        )}
      </div>
    </Section>
  )
}

/** A list that is longer than what is kept: said before anything of it begins. */
function OversizedList(props: { readonly oversized: NonNullable<OutageState['oversized']> }) {
  const api = useApi()
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const { name, codes, kept } = props.oversized
  return (
    <div className="alert alert-wait" role="status">
      <h3>
        <Sentence text={words.oversized.title(name)} />
      </h3>
      <p>{words.oversized.meaning(codes, kept)}</p>
      <div className="button-row">
        <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to: 'import_oversized' }))}>
          {words.oversized.take}
        </PressButton>
        <PressButton onPress={() => void adoptPrefetch(api.steerOutage({ to: 'leave_oversized' }))}>
          {words.oversized.leave}
        </PressButton>
      </div>
    </div>
  )
}
