import { makePlay } from '../sound/sound'
import { useApi, useStore } from '../store/store-context'
import { soundWords } from '../words/sound-words'
import { SavedChoice } from './saved-choice'

const volumes = [
  { value: '0', name: soundWords.off },
  { value: '30', name: soundWords.quiet },
  { value: '60', name: soundWords.medium },
  { value: '100', name: soundWords.loud },
] as const
type Volume = (typeof volumes)[number]['value']

/** The step nearest to what is set, which provisioning or an older program may have set between two. */
function nearest(volume: number): Volume {
  const distance = ({ value }: { readonly value: Volume }) => Math.abs(Number(value) - volume)
  return [...volumes].sort((one, other) => distance(one) - distance(other))[0]?.value ?? '60'
}

/** How loud the till is. It changes at once, and is heard as it is chosen. */
export function SoundSetting() {
  const api = useApi()
  const volume = useStore((state) => state.app.soundVolume)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const choose = async (chosen: Volume) => {
    const soundVolume = Number(chosen)
    const saved = await adoptAppState(api.saveSettings({ soundVolume }), null)
    if (saved) makePlay(() => soundVolume)('done')
    return saved
  }
  return (
    <SavedChoice
      setting="soundVolume"
      label={soundWords.title}
      options={volumes}
      value={nearest(volume)}
      onChoose={choose}
    />
  )
}
