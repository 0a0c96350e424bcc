import { describe, expect, it } from 'vitest'
import type { AppState } from '../../shared/contract/contract'
import type { SetUpStep } from '../../shared/contract/set-up'
import { nobodySetUp } from '../../shared/testing/app-state-sample'
import type { TestSlip } from '../store/store'
import { allIn, draw, wordsIn } from '../store/testing/draw'
import { Welcome } from './welcome'

const newTill = { mode: 'welcome', tillName: '', people: nobodySetUp, serviceAddress: '' } as const
const connected = { tillName: '', people: nobodySetUp, testPrint: 'left' } as const

function drawn(setUp: SetUpStep | null, app: Partial<AppState>, testSlip: TestSlip = { at: 'none' }) {
  const markup = draw(<Welcome />, app, { setUp, testSlip })
  const every = (pattern: RegExp) => allIn(markup, pattern)
  return {
    words: wordsIn(markup),
    steps: every(/<li[^>]*>(.*?)<\/li>/gs),
    current: every(/<li[^>]*aria-current="step"[^>]*>(.*?)<\/li>/gs),
    buttons: every(/<button[^>]*>(.*?)<\/button>/gs),
    green: every(/<button[^>]*button-go[^>]*>(.*?)<\/button>/gs),
    fields: every(/<label[^>]*>(.*?)<\/label>/gs),
  }
}

describe('the first start', () => {
  it('connects first, and its green button is not practice', () => {
    const { steps, current, buttons, green, fields } = drawn(null, newTill)
    expect(steps).toEqual(['1Connect', '2Till name', '3Manager', '4Test print'])
    expect(current).toEqual(['1Connect'])
    expect(buttons).toEqual(['Connect', 'Later', 'Practice', 'Practice codes'])
    expect([green, fields]).toEqual([['Connect'], ['Address', 'Access token']])
  })

  it('has nothing to go on with where only the connection is missing', () => {
    const set = { ...newTill, tillName: 'Harbour Road', testPrint: 'done' } as const
    expect(drawn(null, set).buttons).not.toContain('Later')
  })

  it('stays at connecting while main says already that it is done', () => {
    expect(drawn('connect', connected).current).toEqual(['✓ConnectDone'])
  })

  it('says before anything is typed that the keychain is not working', () => {
    const broken = { ...newTill, keychain: { works: false, detail: '' } } as const
    expect(drawn(null, broken).words).toContain('This PC’s keychain isn’t working')
  })
})

describe('each further step', () => {
  it.each<[SetUpStep, string, string[], string[]]>([
    ['name', '2Till name', ['Till name'], ['Save', 'Later']],
    ['manager', '3Manager', ['Name', 'PIN', 'Repeat the PIN'], ['Save', 'Later']],
    ['test_print', '4Test print', [], ['Print a test slip', 'Later']],
  ])('%s asks one thing and can be left for later', (step, current, fields, buttons) => {
    const shown = drawn(step, connected)
    expect(shown).toMatchObject({ current: [current], fields, buttons, green: [buttons[0]] })
    expect(shown.words).toContain('You can finish this later in Settings.')
  })

  it('ticks what is done', () => {
    const { steps } = drawn('test_print', { ...connected, tillName: 'Harbour Road' })
    expect(steps).toEqual(['✓ConnectDone', '✓Till nameDone', '3Manager', '4Test print'])
  })
})

describe('the test print', () => {
  const fault = { kind: 'print_failed', why: 'printer' } as const

  it.each<[TestSlip, RegExp, string[]]>([
    [{ at: 'printing' }, /Printing…/, ['Print a test slip', 'Later']],
    [{ at: 'printed' }, /✓ Sent to the printer\. Check/, ['Print a test slip', 'Finish']],
    [{ at: 'cancelled' }, /Printing was cancelled\./, ['Print a test slip', 'Later']],
    [
      { at: 'failed', fault },
      /or didn’t take it\. Check the printer, or ask IT support\. Print/,
      ['Print a test slip', 'Later'],
    ],
  ])('says what came of it: %j', (slip, words, buttons) => {
    const shown = drawn('test_print', connected, slip)
    expect(shown.words).toMatch(words)
    expect(shown.buttons).toEqual(buttons)
  })
})
