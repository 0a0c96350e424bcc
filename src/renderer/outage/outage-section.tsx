import { useEffect } from 'react'
import { useApi, useDesk } from '../desk/desk-context'
import { Section } from '../settings/section'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { outageWords as words } from '../words/outage-words'
import { HeldList } from './held-list'
import { OutageProgress, TakingList } from './outage-progress'
import { OutageReport } from './outage-report'
import { WatchedFolder } from './watched-folder'
import './outage.css'

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
            {outage.importing !== null && <TakingList taking={outage.importing} />}
            {outage.oversized !== null && <HeldList held={outage.oversized} />}
            <OutageProgress work={outage.work} counts={outage.counts} />
            <OutageReport counts={outage.counts} missed={outage.missed} />
            <WatchedFolder folder={outage.folder} />
          </>
        )}
      </div>
    </Section>
  )
}
