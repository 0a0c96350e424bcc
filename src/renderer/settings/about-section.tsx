import { useStore } from '../store/store-context'
import { CopyButton } from '../ui/copy-button'
import { Section } from '../ui/section'
import { settingsWords } from '../words/settings-words'

const words = settingsWords.about

/** What runs here, which Electron, where it keeps its files. */
export function AboutSection() {
  const about = useStore((state) => state.app.about)
  const deviceId = useStore((state) => state.app.deviceId)
  const rows = [
    [words.version, about.version],
    [words.electron, about.electron],
    [words.chrome, about.chrome],
    [words.node, about.node],
    [words.platform, about.platform],
    [words.profile, about.profile],
  ] as const
  return (
    <Section title={words.title}>
      <dl className="facts">
        <div>
          <dt>{words.device}</dt>
          <dd className="mono">
            {deviceId}
            <CopyButton name={words.device} text={deviceId} />
          </dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
