import { maxSoundVolume } from '../../shared/base/choices'
import { type Sound, store } from '../store/store'

/** Plays the store's sounds at the till's volume; 0 mutes. */
export function followSounds(): void {
  store.subscribe(({ sounded, app }, before) => {
    if (sounded === before.sounded || sounded.sound === null) return
    if (app.soundVolume > 0) playNow(sounded.sound, app.soundVolume)
  })
}

/** Pitch in hertz; start and length in seconds. */
type Note = { readonly hertz: number; readonly at: number; readonly lasts: number }
type Tone = { readonly wave: OscillatorType; readonly gain: number; readonly notes: readonly Note[] }

/** Two rising notes, two low notes, one short buzz. A square wave sounds louder at the same gain. */
export const tones: Readonly<Record<Sound, Tone>> = {
  done: { wave: 'sine', gain: 0.4, notes: [note(660, 0, 0.14), note(990, 0.13, 0.26)] },
  attention: { wave: 'triangle', gain: 0.5, notes: [note(247, 0, 0.2), note(196, 0.24, 0.34)] },
  refused_scan: { wave: 'square', gain: 0.14, notes: [note(220, 0, 0.22)] },
}

function note(hertz: number, at: number, lasts: number): Note {
  return { hertz, at, lasts }
}

let context: AudioContext | null = null

/** Plays at once, over any other sound. A PC without sound stays silent; the screen says it too. */
function playNow(sound: Sound, percent: number): void {
  try {
    context ??= new AudioContext()
    for (const each of tones[sound].notes) playNote(context, tones[sound], each, percent / maxSoundVolume)
  } catch {
    // No sound device.
  }
}

function playNote(on: AudioContext, { wave, gain }: Tone, { hertz, at, lasts }: Note, share: number): void {
  const tone = on.createOscillator()
  const volume = on.createGain()
  const begins = on.currentTime + at
  tone.type = wave
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(gain * share, begins)
  volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts)
  tone.connect(volume).connect(on.destination)
  tone.start(begins)
  tone.stop(begins + lasts)
}
