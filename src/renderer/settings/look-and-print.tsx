import type { ReactNode } from 'react'
import { type Language, languageNames, languages, textSizes, themes } from '../../shared/base/choices'
import { saveChoice } from '../actions/app-state'
import { putOnPaper } from '../actions/paper'
import type { RunReport } from '../scan/key-press'
import { play, type TestSlip, useStore } from '../store/store'
import { type Option, PressButton, Section, SelectInput } from '../ui/controls'
import { DialogWindow } from '../ui/dialog'
import { Explain, Facts, SetByPolicy } from '../ui/text'
import { asSentence } from '../words/common'
import { explainFault } from '../words/faults'
import { words } from '../words/words'

const lookWords = words.settings.look

const themeOptions = themes.map((value) => ({ value, name: words.settings.themes[value] }))
const textSizeOptions = textSizes.map((value) => ({ value, name: words.settings.percent(value) }))
const volumes = [
  { value: 0, name: words.settings.sound.off },
  { value: 30, name: words.settings.sound.quiet },
  { value: 60, name: words.settings.sound.medium },
  { value: 100, name: words.settings.sound.loud },
]

const languageOptions = languages.map((language) => ({ value: language, name: languageNames[language] }))
const asPc = { value: 'system', name: words.settings.asPc } as const

/** A choice that is saved at once. It shows what is saved, so a change that fails goes back. */
function SavedChoice<T extends string | number>(props: {
  readonly setting: 'language' | 'theme' | 'textSize' | 'soundVolume' | 'paper'
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onSaved?: () => void
}) {
  const { setting, label, options, value, onSaved } = props
  const choose = async (chosen: T) => {
    if (await saveChoice({ [setting]: chosen })) onSaved?.()
  }
  return (
    <SetByPolicy setting={setting}>
      <SelectInput label={label} options={options} value={value} onChoose={(chosen) => void choose(chosen)} />
    </SetByPolicy>
  )
}

/** Display and sound, free for anybody to change. */
export function LookSection() {
  const { language, theme, textSize, soundVolume } = useStore((state) => state.app)
  return (
    <Section title={lookWords.title}>
      <SavedChoice
        setting="language"
        label={lookWords.language}
        options={[asPc, ...languageOptions]}
        value={language}
      />
      <SavedChoice setting="theme" label={lookWords.theme} options={themeOptions} value={theme} />
      <SavedChoice setting="textSize" label={lookWords.textSize} options={textSizeOptions} value={textSize} />
      {/* Plays as it is chosen. */}
      <SavedChoice
        setting="soundVolume"
        label={words.settings.sound.title}
        options={volumes}
        value={nearest(soundVolume)}
        onSaved={() => play('done')}
      />
    </Section>
  )
}

/** Returns the step nearest to the volume, which provisioning may have set in between. */
function nearest(volume: number): number {
  const distance = (step: number) => Math.abs(step - volume)
  return volumes.reduce((best, { value }) => (distance(value) < distance(best) ? value : best), 0)
}

const { printing, papers } = words.settings

const paperOptions = (['80mm', 'a4'] as const).map((value) => ({ value, name: papers[value] }))

export function PrintingSection() {
  const paper = useStore((state) => state.app.paper)
  return (
    <Section title={printing.title}>
      <SavedChoice setting="paper" label={printing.paper} options={paperOptions} value={paper} />
      <PaperLanguages />
      <TestPrint />
    </Section>
  )
}

/** The customers' language, or two of them. */
function PaperLanguages() {
  const [first, second] = useStore((state) => state.app.paperLanguages)
  const save = (...chosen: readonly (Language | undefined)[]) => {
    const paperLanguages = [...new Set(chosen.filter((language) => language !== undefined))]
    void saveChoice({ paperLanguages })
  }
  return (
    <SetByPolicy setting="paperLanguages">
      <SelectInput
        label={printing.language}
        options={[asPc, ...languageOptions]}
        value={first ?? asPc.value}
        onChoose={(chosen) => (chosen === 'system' ? save() : save(chosen, second))}
      />
      {first !== undefined && (
        <SelectInput
          label={printing.secondLanguage}
          options={[
            { value: 'none', name: words.more.none },
            ...languageOptions.filter(({ value }) => value !== first),
          ]}
          value={second ?? 'none'}
          onChoose={(chosen) => (chosen === 'none' ? save(first) : save(first, chosen))}
        />
      )}
    </SetByPolicy>
  )
}

function Result({ slip }: { readonly slip: TestSlip }) {
  switch (slip.at) {
    case 'none':
      return null
    case 'printing':
      return <p>{words.testSlip.printing}</p>
    case 'printed':
      return (
        <p>
          <strong className="saved-mark">
            <span aria-hidden="true">✓</span> {asSentence(words.notices.printed)}
          </strong>{' '}
          {words.testSlip.look}
        </p>
      )
    case 'cancelled':
      return <p>{words.testSlip.cancelled}</p>
    case 'failed':
      return (
        <Explain tone="wait" explanation={{ ...explainFault(slip.fault), next: words.testSlip.failedNext }} />
      )
  }
}

export function TestPrint(props: { readonly look?: 'go' | 'plain'; readonly more?: ReactNode }) {
  const slip = useStore((state) => state.testSlip)
  return (
    <div className="form">
      <p>{words.testSlip.help}</p>
      <div aria-live="polite">
        <Result slip={slip} />
      </div>
      <div className="row">
        <PressButton
          look={props.look ?? 'plain'}
          disabled={slip.at === 'printing'}
          onPress={() => void putOnPaper({ subject: 'test_slip' }, 'print')}
        >
          {words.testSlip.print}
        </PressButton>
        {props.more}
      </div>
    </div>
  )
}

const scannerWords = words.settings.scanner

function Report(props: { readonly report: RunReport }) {
  const { text, keys, pace, widestGap, ending, verdict } = props.report
  const good = verdict === 'scan'
  const rows = [
    [scannerWords.arrived, text],
    [scannerWords.keys, String(keys)],
    [
      scannerWords.pace,
      pace === null || widestGap === null
        ? '–'
        : scannerWords.paceValue(String(Math.round(pace)), String(Math.round(widestGap))),
    ],
    [scannerWords.ending, ending === 'none' ? words.more.none : ending],
  ] as const
  return (
    <>
      <Facts mono rows={rows} />
      <div className={good ? 'alert alert-go' : 'alert alert-wait'}>
        <strong>
          <span aria-hidden="true">{good ? '✓' : '!'}</span> {scannerWords.verdicts[verdict]}
        </strong>
      </div>
    </>
  )
}

/** Shows what a scanner types. Scans look nothing up while it is open. */
export function ScannerTest() {
  const report = useStore((state) => state.scannerReport)
  return (
    <DialogWindow title={scannerWords.test}>
      <p>{scannerWords.scanNow}</p>
      <div aria-live="polite">
        {report === null ? <p className="soft">{scannerWords.nothing}</p> : <Report report={report} />}
      </div>
    </DialogWindow>
  )
}
