import { maxSoundVolume } from '../../shared/base/appearance'
import { type Sound, store } from '../store/store'

/** Plays the store's sounds at the till's volume; 0 mutes. */
export function followSounds(): void {
  store.subscribe(({ sounded, app }, before) => {
    if (sounded === before.sounded || sounded.sound === null) return
    if (app.soundVolume > 0) playNow(sounded.sound, app.soundVolume)
  })
}

/** Pitch in hertz; start and length in seconds. */
type Note = {
  readonly hertz: number
  readonly at: number
  readonly lasts: number
  readonly wave: OscillatorType
}

const note = (hertz: number, at: number, lasts: number, wave: OscillatorType = 'sine'): Note => ({
  hertz,
  at,
  lasts,
  wave,
})

/** Two rising notes, two low notes, one short buzz. */
export const notes: Readonly<Record<Sound, readonly Note[]>> = {
  done: [note(660, 0, 0.14), note(990, 0.13, 0.26)],
  attention: [note(247, 0, 0.2, 'triangle'), note(196, 0.24, 0.34, 'triangle')],
  refused_scan: [note(220, 0, 0.22, 'square')],
}

/** A square wave sounds louder at the same gain. */
const gains: Partial<Record<OscillatorType, number>> = { square: 0.14, triangle: 0.5 }
const defaultGain = 0.4

let context: AudioContext | null = null

/** Plays at once, over any other sound. A PC without sound stays silent; the screen says it too. */
function playNow(sound: Sound, percent: number): void {
  try {
    context ??= new AudioContext()
    for (const each of notes[sound]) playNote(context, each, percent / maxSoundVolume)
  } catch {
    // No sound device.
  }
}

function playNote(on: AudioContext, { hertz, at, lasts, wave }: Note, share: number): void {
  const tone = on.createOscillator()
  const volume = on.createGain()
  const begins = on.currentTime + at
  tone.type = wave
  tone.frequency.value = hertz
  volume.gain.setValueAtTime((gains[wave] ?? defaultGain) * share, begins)
  volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts)
  tone.connect(volume).connect(on.destination)
  tone.start(begins)
  tone.stop(begins + lasts)
}
