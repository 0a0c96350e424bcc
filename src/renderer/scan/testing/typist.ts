import { type FieldState, type KeyPress, maxKeyGapMs, type RunReport, type TextField } from '../key-press'
import { type Chord, ScanListener, type ScanTarget } from '../scan-listener'

/** A text field without a browser. Takes the keys that the listener lets through. */
export type FakeField = { text: string; caret: number; readonly kind: 'scan' | 'plain' | 'pin' }

export function plainField(text = ''): FakeField {
  return { kind: 'plain', text, caret: text.length }
}

type PressOptions = {
  readonly ctrl?: boolean
  readonly alt?: boolean
  readonly repeat?: boolean
  readonly composing?: boolean
  readonly code?: string
  /** How many milliseconds ago the key was pressed, for late delivery. */
  readonly late?: number
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  if (/^\d$/.test(key)) return `Digit${key}`
  if (key === '-') return 'Minus'
  return key === ' ' ? 'Space' : key
}

/** Presses keys at chosen times, and records what the page and the listener's target got. */
export class Typist {
  /** Far from this process’s own clock, by which no key may be measured. */
  now = -1e9
  shortcuts: ReadonlySet<string> = new Set(['r', '1', '2', '3', '?'])
  readonly scans: string[] = []
  readonly reports: RunReport[] = []
  readonly typed: string[] = []
  readonly maybePins: string[] = []
  readonly singleKeys: string[] = []
  /** What each of them was pressed on. */
  readonly pressedOn: unknown[] = []
  readonly chords: Chord[] = []
  hastyConfirms = 0
  readonly reachedPage: string[] = []
  private timers: { at: number; run: () => void }[] = []
  private readonly listener = new ScanListener({
    onScan: (report) => {
      this.scans.push(report.text)
      this.reports.push(report)
    },
    onMaybePin: (text) => this.maybePins.push(text),
    onRun: (report) => this.reports.push(report),
    onTyped: (text) => this.typed.push(text),
    onSingleKey: (key, target) => {
      this.singleKeys.push(key)
      this.pressedOn.push(target)
      return this.shortcuts.has(key)
    },
    onChord: (chord) => {
      this.chords.push(chord)
      return true
    },
    onEscape: () => false,
    onHastyConfirm: () => {
      this.hastyConfirms += 1
    },
    fieldOf: (target) => this.fieldOf(target),
    after: (milliseconds, run) => {
      const timer = { at: this.now + milliseconds, run }
      this.timers.push(timer)
      return () => {
        this.timers = this.timers.filter((each) => each !== timer)
      }
    },
  })

  constructor(public focus: FakeField | 'button' = 'button') {}

  /** Switches the target, whose calls are not recorded. */
  turnTo(target: ScanTarget): void {
    this.listener.turnTo(target)
  }

  /** Advances the time and fires due timers in order. */
  wait(milliseconds: number): void {
    const until = this.now + milliseconds
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.now = next.at
      next.run()
    }
    this.now = until
  }

  rest(): void {
    this.wait(maxKeyGapMs + 600)
  }

  press(key: string, options: PressOptions = {}): void {
    let prevented = false
    const target = this.focus
    const prevent = () => {
      prevented = true
    }
    const {
      composing = false,
      code = codeOf(key),
      late = 0,
      repeat = false,
      ctrl = false,
      alt = false,
    } = options
    const press: KeyPress = {
      ...{ key: composing ? 'Process' : key, code, isComposing: composing, repeat, target },
      ...{ ctrlKey: ctrl, altKey: alt, metaKey: false, shiftKey: false, getModifierState: () => false },
      ...{ timeStamp: this.now - late, preventDefault: prevent, stopImmediatePropagation: prevent },
    }
    this.listener.press(press)
    if (!prevented) this.reach(key, target)
    this.listener.release(press)
  }

  /** Types a text at `pace` milliseconds a key, then the ending key. */
  scan(text: string, pace: number, ending: 'Enter' | 'Tab' | null = 'Enter'): void {
    for (const key of text) {
      this.press(key)
      this.wait(pace)
    }
    if (ending !== null) this.press(ending)
  }

  /** Types a text with these pauses, one behind each key. */
  type(text: string, pauses: readonly number[]): void {
    for (const [index, key] of [...text].entries()) {
      this.press(key)
      this.wait(pauses[index] ?? 0)
    }
  }

  private reach(key: string, target: FakeField | 'button'): void {
    if (target === 'button' || key.length > 1) {
      this.reachedPage.push(key)
      return
    }
    target.text = target.text.slice(0, target.caret) + key + target.text.slice(target.caret)
    target.caret += 1
  }

  private fieldOf(target: unknown): TextField | null {
    if (target === 'button' || target !== this.focus) return null
    const field = this.focus
    if (field === 'button') return null
    return {
      isScanField: field.kind === 'scan',
      isPin: field.kind === 'pin',
      read: (): FieldState => ({ text: field.text, start: field.caret, end: field.caret }),
      restore: (state) => {
        field.text = state.text
        field.caret = state.start ?? 0
      },
    }
  }
}
