import { useRef } from 'react'
import { PrefetchSection } from '../prefetch/prefetch-section'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { copiesWords } from '../words/copies-words'
import { journalWords } from '../words/journal-words'
import { prefetchWords } from '../words/prefetch-words'
import { settingsWords } from '../words/settings-words'
import { AboutSection } from './about-section'
import { CopiesSection } from './copies-section'
import { JournalSection } from './journal-section'
import { PinSection } from './pin-section'
import { PracticeSection } from './practice-section'
import { RelatedChoice } from './related-choice'
import { SectionList } from './section-list'
import { ServiceSection } from './service-section'
import { SettingsFileSection } from './settings-file-section'
import { TillSection } from './till-section'
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

const { till, scanner, practice, pin, service, related, about } = settingsWords

/** In the order of the column: for everybody, today's list, then what mostly a supervisor changes. */
const titles = [
  till.title,
  scanner.title,
  practice.title,
  prefetchWords.title,
  pin.title,
  copiesWords.title,
  service.title,
  related.title,
  about.title,
]

/** Everything about this till that can be changed: one column, with its sections by name at the side. */
export function Settings() {
  const forOutage = useStore((state) => state.prefetchAsked > 0)
  const refunds = useStore((state) => state.app.refunds)
  const ref = useFocusOnShow<HTMLHeadingElement>('settings', !forOutage)
  const place = useRef<HTMLDivElement>(null)
  const recordShown = !refunds.on && refunds.why !== 'service_unsettled'
  return (
    <main className="settings">
      <h1 className="place-title" tabIndex={-1} ref={ref}>
        {settingsWords.title}
      </h1>
      <div className="settings-body">
        <SectionList titles={recordShown ? [journalWords.title, ...titles] : titles} place={place} />
        <div className="settings-scroll" ref={place}>
          <JournalSection />
          <SettingsFileSection />
          <TillSection />
          <ScannerSection />
          <PracticeSection />
          <PrefetchSection />
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
