import { useRef } from 'react'
import { stepsLeft } from '../../shared/set-up'
import { PrefetchSection } from '../prefetch/prefetch-section'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Section } from '../ui/section'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { copiesWords } from '../words/copies-words'
import { journalWords } from '../words/journal-words'
import { prefetchWords } from '../words/prefetch-words'
import { setUpWords } from '../words/set-up-words'
import { settingsWords } from '../words/settings'
import { AboutSection } from './about-section'
import { CopiesSection } from './copies-section'
import { JournalSection } from './journal-section'
import { LockLine } from './lock-line'
import { LookSection } from './look-section'
import { PinSection } from './pin-section'
import { PracticeSection } from './practice-section'
import { PrintingSection } from './printing-section'
import { RelatedChoice } from './related-choice'
import { type SectionGroup, SectionList } from './section-list'
import { ServiceSection } from './service-section'
import { SetUpSection } from './set-up-section'
import { TillSection } from './till'
import './settings.css'

function ScannerSection() {
  const openDialog = useStore((state) => state.openDialog)
  const { title, help, test } = settingsWords.scanner
  return (
    <Section title={title}>
      <p>{help}</p>
      <div className="button-row">
        <PressButton onPress={() => openDialog('scanner_test')}>{test}</PressButton>
      </div>
    </Section>
  )
}

const { look, scanner, printing, practice, till, pin, service, related, about } = settingsWords

/** In the order of the column: for everybody, the day's list among it, then what a supervisor changes. */
const forEverybody = [look.title, scanner.title, printing.title, practice.title, prefetchWords.title]
const forSupervisor = [till.title, pin.title, copiesWords.title, service.title, related.title]

/** What has to be done comes before all that can be. */
function groupsOf(urgent: readonly string[]): readonly SectionGroup[] {
  return [
    ...(urgent.length > 0 ? [{ name: null, titles: urgent }] : []),
    { name: settingsWords.forEverybody, titles: forEverybody },
    { name: settingsWords.forSupervisor, titles: forSupervisor },
    { name: null, titles: [about.title] },
  ]
}

/** Everything about this till that can be changed: one column, with its sections by name at the side. */
export function Settings() {
  const forOutage = useStore((state) => state.prefetchAsked > 0)
  const refunds = useStore((state) => state.app.refunds)
  const ref = useFocusOnShow<HTMLHeadingElement>('settings', !forOutage)
  const place = useRef<HTMLDivElement>(null)
  const recordShown = !refunds.on && refunds.why !== 'service_unsettled'
  const leftOver = useStore((state) => state.app.mode === 'service' && stepsLeft(state.app).length > 0)
  const urgent = [...(recordShown ? [journalWords.title] : []), ...(leftOver ? [setUpWords.left] : [])]
  return (
    <main className="settings">
      <div className="settings-head">
        <h1 className="place-title" tabIndex={-1} ref={ref}>
          {settingsWords.title}
        </h1>
        <LockLine />
      </div>
      <div className="settings-body">
        <SectionList groups={groupsOf(urgent)} place={place} />
        <div className="settings-scroll" ref={place}>
          <JournalSection />
          <SetUpSection />
          <LookSection />
          <ScannerSection />
          <PrintingSection />
          <PracticeSection />
          <PrefetchSection />
          <TillSection />
          <PinSection />
          <CopiesSection />
          <ServiceSection />
          <RelatedChoice />
          <AboutSection />
        </div>
      </div>
    </main>
  )
}
