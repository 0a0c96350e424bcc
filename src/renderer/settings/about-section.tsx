import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Facts } from '../ui/facts'
import { Section } from '../ui/section'
import { settingsWords } from '../words/settings'

const words = settingsWords.about

/** What runs here, which Electron, where it keeps its files; and all of it as a file for support. */
export function AboutSection() {
  const about = useStore((state) => state.app.about)
  const deviceId = useStore((state) => state.app.deviceId)
  const rows = [
    [words.device, deviceId, 'copies'],
    [words.version, about.version],
    [words.electron, about.electron],
    [words.chrome, about.chrome],
    [words.node, about.node],
    [words.platform, about.platform],
    [words.profile, about.profile],
  ] as const
  return (
    <Section title={words.title}>
      <Facts mono rows={rows} />
      <Diagnostics />
    </Section>
  )
}

function Diagnostics() {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const save = async () => {
    const saved = await answerOf(api.saveDiagnostics())
    if (!saved.ok) notify({ kind: 'fault', fault: saved.fault })
    else if (saved.value.saved) notify({ kind: 'saved', path: saved.value.path })
  }
  return (
    <>
      <p className="soft">{words.diagnosticsMeaning}</p>
      <div className="button-row">
        <PressButton onPress={() => void save()}>{words.saveDiagnostics}</PressButton>
      </div>
    </>
  )
}
