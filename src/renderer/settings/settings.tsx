import { PrefetchSection } from '../prefetch/prefetch-section'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { Section } from '../ui/section'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { settingsWords } from '../words/settings-words'
import { AboutSection } from './about-section'
import { CopiesSection } from './copies-section'
import { JournalSection } from './journal-section'
import { PinSection } from './pin-section'
import { PracticeSection } from './practice-section'
import { RelatedChoice } from './related-choice'
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

/** Everything about this till that can be changed. */
export function Settings() {
  const forOutage = useStore((state) => state.prefetchAsked > 0)
  const ref = useFocusOnShow<HTMLHeadingElement>('settings', !forOutage)
  return (
    <main className="settings">
      <h1 className="place-title" tabIndex={-1} ref={ref}>
        {settingsWords.title}
      </h1>
      <div className="settings-scroll">
        <div className="settings-column">
          <JournalSection />
          <SettingsFileSection />
          <TillSection />
          <PrefetchSection />
        </div>
        <div className="settings-column">
          <ServiceSection />
          <RelatedChoice />
          <CopiesSection />
          <PinSection />
          <ScannerSection />
          <PracticeSection />
          <AboutSection />
        </div>
      </div>
    </main>
  )
}
