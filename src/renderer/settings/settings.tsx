import { type ComponentType, type MouseEvent, type ReactNode, useRef } from 'react'
import type { AppState } from '../../shared/contract/contract'
import { stepsLeft } from '../../shared/contract/set-up'
import { openDialog } from '../actions/navigation'
import { OutageSection } from '../outage/outage'
import { ask } from '../store/main'
import { fileSaved, useStore } from '../store/store'
import { PressButton, Section } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { type Fact, Facts } from '../ui/text'
import { words } from '../words/words'
import { LockLine } from './form'
import { LookSection, PrintingSection } from './look-and-print'
import { PeopleSection } from './people-section'
import { CopiesSection, JournalSection } from './records'
import { ReasonsSection, RulesSection } from './rules'
import { ServiceSection, SetUpSection, TillSection } from './till'

function ScannerSection() {
  const { title, help, test } = words.settings.scanner
  return (
    <Section title={title}>
      <p>{help}</p>
      <div className="row">
        <PressButton onPress={() => openDialog({ at: 'scanner_test' })}>{test}</PressButton>
      </div>
    </Section>
  )
}

type SettingsSection = {
  readonly title: string
  readonly group: 'urgent' | 'everybody' | 'supervisor' | 'program'
  /** Whether the section is visible now; always if absent. It is mounted regardless, since its dialog may outlast it. */
  readonly isListed?: (app: AppState) => boolean
  readonly Body: ComponentType
}

/** All sections, urgent ones first. */
const sections: readonly SettingsSection[] = [
  {
    title: words.record.title,
    group: 'urgent',
    isListed: ({ refunds }) => !refunds.on,
    Body: JournalSection,
  },
  {
    title: words.setUp.left,
    group: 'urgent',
    isListed: (app) => app.mode === 'service' && stepsLeft(app).length > 0,
    Body: SetUpSection,
  },
  { title: words.settings.look.title, group: 'everybody', Body: LookSection },
  { title: words.settings.scanner.title, group: 'everybody', Body: ScannerSection },
  { title: words.settings.printing.title, group: 'everybody', Body: PrintingSection },
  { title: words.shell.practice, group: 'everybody', Body: PracticeSection },
  { title: words.outage.title, group: 'everybody', Body: OutageSection },
  { title: words.settings.till.title, group: 'supervisor', Body: TillSection },
  { title: words.people.title, group: 'supervisor', Body: PeopleSection },
  { title: words.settings.rules.title, group: 'supervisor', Body: RulesSection },
  { title: words.settings.rules.reasonsTitle, group: 'supervisor', Body: ReasonsSection },
  { title: words.copies.title, group: 'supervisor', Body: CopiesSection },
  { title: words.settings.service.title, group: 'supervisor', Body: ServiceSection },
  { title: words.settings.about.title, group: 'program', Body: AboutSection },
]

const groups = [
  ['urgent', null],
  ['everybody', words.settings.forEverybody],
  ['supervisor', words.settings.forSupervisor],
  ['program', null],
] as const

/** Settings: one column, with the list of its sections at the side. */
export function Settings() {
  const forOutage = useStore((state) => state.outageAsked > 0)
  const app = useStore((state) => state.app)
  const ref = useFocusOnShow<HTMLHeadingElement>('settings', !forOutage)
  const now = sections.filter(({ isListed }) => isListed?.(app) ?? true)
  const listed = groups.flatMap(([group, name]) => {
    const titles = now.filter((each) => each.group === group).map(({ title }) => title)
    return titles.length === 0 ? [] : [{ name, titles }]
  })
  return (
    <main className="settings stack">
      <div className="row spread">
        <h1 tabIndex={-1} ref={ref}>
          {words.shell.settings}
        </h1>
        <LockLine />
      </div>
      <NamedSections groups={listed}>
        {sections.map(({ title, Body }) => (
          <Body key={title} />
        ))}
      </NamedSections>
    </main>
  )
}

/** A group without a name stands apart from those above. */
type SectionGroup = { readonly name: string | null; readonly titles: readonly string[] }

/** The column of sections, and a list of their names, each of which leads to its section. */
function NamedSections(props: { readonly groups: readonly SectionGroup[]; readonly children: ReactNode }) {
  const { groups, children } = props
  const column = useRef<HTMLDivElement>(null)
  const lead = (event: MouseEvent, title: string) => {
    event.preventDefault()
    const headings = [...(column.current?.querySelectorAll<HTMLElement>('section > h2.panel-title') ?? [])]
    const heading = headings.find(({ textContent }) => textContent === title)
    if (heading === undefined) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.closest('section')?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className="settings-body">
      <nav className="section-list scrolls" aria-label={words.settings.sections}>
        {groups.map(({ name, titles }) => (
          <div key={titles[0]} className="section-group">
            {name !== null && <p className="label">{name}</p>}
            {titles.map((title) => (
              <a
                key={title}
                className="place"
                href={`#${encodeURIComponent(title)}`}
                onClick={(event) => lead(event, title)}
                draggable={false}
              >
                {title}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div className="settings-scroll scrolls stack" ref={column}>
        {children}
      </div>
    </div>
  )
}

const aboutWords = words.settings.about

function AboutSection() {
  const { about, deviceId, exportsSignedBy: signedBy } = useStore((state) => state.app)
  const rows: readonly Fact[] = [
    [words.receipt.device, deviceId, 'copies'],
    ...(signedBy === '' ? [] : [[words.activity.signedBy, signedBy, 'copies'] as const]),
    [words.shell.brand, about.testBuild ? `${about.version} · ${words.shell.testBuild}` : about.version],
    [aboutWords.profile, about.profile],
  ]
  return (
    <Section title={aboutWords.title}>
      <Facts mono rows={rows} />
      <p className="soft">{aboutWords.diagnosticsMeaning}</p>
      <div className="row">
        <PressButton onPress={() => void ask('support:save-diagnostics').then(fileSaved)}>
          {aboutWords.saveDiagnostics}
        </PressButton>
      </div>
    </Section>
  )
}

const practiceWords = words.settings.practice

/** Enters or leaves practice, which restarts the program. */
function PracticeSection() {
  const practice = useStore((state) => state.app.mode === 'practice')
  const name = practice ? practiceWords.leave : practiceWords.enter
  const restart = () =>
    openDialog({
      at: 'confirm',
      title: name,
      meaning: practice ? practiceWords.leaveMeaning : practiceWords.enterMeaning,
      look: 'go',
      act: () => void ask(practice ? 'practice:leave' : 'practice:enter'),
    })
  return (
    <Section title={words.shell.practice}>
      <p>{practiceWords.help}</p>
      <div className="row">
        <PressButton onPress={restart}>{name}</PressButton>
        <PressButton onPress={() => openDialog({ at: 'practice_codes' })}>{practiceWords.codes}</PressButton>
      </div>
    </Section>
  )
}
