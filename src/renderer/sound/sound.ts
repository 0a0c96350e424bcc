import { loudestSound } from '../../shared/base/appearance'
import { type Sound, store } from '../store/store'

/** Plays each sound of the store as loud as the till is set; 0 is silence. */
export function followSounds(): void {
  store.subscribe(({ sounded, app }, before) => {
    if (sounded === before.sounded || sounded.sound === null) return
    if (app.soundVolume > 0) playNow(sounded.sound, app.soundVolume)
  })
}

/** One note: its pitch in hertz, when it begins and how long it lasts, in seconds. */
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

/** Two rising notes, two low ones, one short buzz: told apart without counting. */
export const notes: Readonly<Record<Sound, readonly Note[]>> = {
  done: [note(660, 0, 0.14), note(990, 0.13, 0.26)],
  attention: [note(247, 0, 0.2, 'triangle'), note(196, 0.24, 0.34, 'triangle')],
  refused_scan: [note(220, 0, 0.22, 'square')],
}

/** A square wave is heard louder than the others at the same height. */
const heights: Partial<Record<OscillatorType, number>> = { square: 0.14, triangle: 0.5 }
const usualHeight = 0.4

let context: AudioContext | null = null

/** Plays it now, over whatever sounds already. A till without sound stays silent; the words say it too. */
function playNow(sound: Sound, percent: number): void {
  try {
    context ??= new AudioContext()
    for (const each of notes[sound]) playNote(context, each, percent / loudestSound)
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
  volume.gain.setValueAtTime((heights[wave] ?? usualHeight) * share, begins)
  volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts)
  tone.connect(volume).connect(on.destination)
  tone.start(begins)
  tone.stop(begins + lasts)
}
