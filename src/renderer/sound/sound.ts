import type { AppState } from '../../shared/contract'

/** What a till says without words: money went back, somebody has to look, a scan or a key was not taken. */
export type Sound = 'done' | 'attention' | 'refused_scan'

/** Plays a sound as loud as the till is set; 0 is silence. The tones are not part of the first script. */
export function makePlay(volume: () => AppState['soundVolume']): (sound: Sound) => void {
  return (sound) => {
    const percent = volume()
    if (percent > 0) void import('./tones').then(({ sounds }) => sounds(sound, percent))
  }
}
