import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '../../shared/base/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { play, type Sound, store } from '../store/store'
import { playAnswered } from '../store/testing/play-main'
import { anAttempt } from '../store/testing/samples'
import { followSounds, tones } from './sound'

type Heard = { readonly hertz: number; readonly height: number }
let heard: Heard[] = []

class WrittenDown {
  readonly currentTime = 0
  readonly destination = {}
  createOscillator() {
    const tone = {
      type: '',
      frequency: { value: 0 },
      height: 0,
      connect: (to: unknown) => to,
      stop: () => {},
    }
    const start = () => heard.push({ hertz: tone.frequency.value, height: this.height })
    return { ...tone, frequency: tone.frequency, start }
  }
  private height = 0
  createGain() {
    const setValueAtTime = (height: number) => {
      this.height = height
    }
    return { gain: { setValueAtTime, exponentialRampToValueAtTime: () => {} }, connect: () => {} }
  }
}

beforeEach(() => {
  heard = []
  vi.stubGlobal('AudioContext', WrittenDown)
})
beforeAll(followSounds)
afterEach(() => void vi.unstubAllGlobals())

function played(sound: Sound, volume: number): readonly Heard[] {
  heard = []
  store.setState({ app: anAppState({ soundVolume: volume }) })
  play(sound)
  return heard
}

const hertz = (sound: Sound) => tones[sound].notes.map((note) => note.hertz)

describe('the till’s sounds', () => {
  it('are as loud as the till is set, and silent at 0', () => {
    const [loud, quiet, off] = [played('done', 100), played('done', 25), played('done', 0)]
    expect([loud.map((each) => each.hertz), off]).toEqual([hertz('done'), []])
    expect(quiet[0]?.height).toBeCloseTo((loud[0]?.height ?? 0) / 4)
  })

  it('say only of a refund that needs nobody any more that it is done', async () => {
    const alarm = { alarm: 'more_than_ours', at: 1, acknowledged: null } as const
    const others = ['unconfirmed', 'refunded_probably', 'refusal_seen', 'not_sent'] as const
    for (const [change, sound] of [
      [{}, 'done'],
      [{ alarms: [alarm] }, 'attention'],
      ...others.map((state) => [{ state }, 'attention'] as const),
    ] as const) {
      const main = await playAnswered(succeed({ attempt: anAttempt(change), shown: null }))
      expect([change, main.sounds]).toEqual([change, [sound]])
    }
  })
})
