import { useEffect } from 'react'
import { useApi, useDesk } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outageWords as words } from '../words/outage-words'
import { HeldList } from './oversized-list'
import { OutageProgress, TakingList } from './prefetch-progress'
import { OutageReport } from './prefetch-report'
import { WatchedFolder } from './watched-folder'
import './prefetch.css'

/** Lists of codes that are looked up before the network fails, and what became of them. */
export function OutageSection() {
  const api = useApi()
  const outage = useDesk((state) => state.outage)
  const adoptOutage = useDesk((state) => state.adoptOutage)
  const listGiven = useDesk((state) => state.listGiven)
  const asked = useDesk((state) => state.outageAsked)
  const ref = useFocusOnShow<HTMLDivElement>(asked, asked > 0)
  useEffect(() => void adoptOutage(api.readOutage()), [api, adoptOutage])
  return (
    <Section title={words.title}>
      <div className="outage" tabIndex={-1} ref={ref}>
        <p>{words.help}</p>
        <div className="button-row">
          <PressButton onPress={() => void listGiven(api.chooseListFile())}>{words.choose}</PressButton>
        </div>
        <p className="soft fine">{words.orDrop}</p>
        {outage !== null && (
          <>
            {outage.taking !== null && <TakingList taking={outage.taking} />}
            {outage.held !== null && <HeldList held={outage.held} />}
            <OutageProgress work={outage.work} counts={outage.counts} />
            <OutageReport counts={outage.counts} missed={outage.missed} />
            <WatchedFolder folder={outage.folder} />
          </>
        )}
      </div>
    </Section>
  )
}
