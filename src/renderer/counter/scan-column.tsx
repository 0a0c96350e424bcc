import { isRefundInFlight } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { Choice } from '../ui/choice'
import { PressButton } from '../ui/controls'
import { Icon } from '../ui/icon'
import { matchNames, scanWords } from '../words/scan-words'
import { RecentList } from './recent-list'
import { ScanField } from './scan-field'
import './scan-column.css'

const matches = [
  { value: 'automatic', name: matchNames.automatic },
  { value: 'transaction_id', name: matchNames.transaction_id },
  { value: 'custom_id', name: matchNames.custom_id },
  { value: 'internal_id', name: matchNames.internal_id },
] as const

/** The left column. Below 1180 px only the scan field stays; the rest folds into a drawer under it. */
export function ScanColumn() {
  const match = useStore((state) => state.match)
  const chooseMatch = useStore((state) => state.chooseMatch)
  const drawerOpen = useStore((state) => state.drawerOpen)
  const setDrawer = useStore((state) => state.setDrawer)
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  return (
    <section className="scan-column" aria-label={scanWords.drawer} inert={inFlight}>
      <div className="scan-bar">
        <ScanField />
        <div className="drawer-button">
          <PressButton expanded={drawerOpen} label={scanWords.drawer} onPress={() => setDrawer(!drawerOpen)}>
            <Icon name="list" />
          </PressButton>
        </div>
      </div>
      <div className="scan-drawer" data-open={drawerOpen}>
        <h2 className="label match-title">{scanWords.match}</h2>
        <Choice
          label={scanWords.match}
          className="choice-match"
          options={matches}
          value={match}
          onChoose={chooseMatch}
        />
        <RecentList />
      </div>
    </section>
  )
}
