import { useStore } from '../store/store-context'
import { Facts } from '../ui/facts'
import { Section } from '../ui/section'
import { settingsWords } from '../words/settings-words'

const words = settingsWords.about

/** What runs here, which Electron, where it keeps its files. */
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
    </Section>
  )
}
