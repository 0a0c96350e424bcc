import {
  continues,
  type EndingKey,
  extendRun,
  type FieldState,
  isEnterByHand,
  isLateEnding,
  type KeyPress,
  type Landing,
  maxKeyGapMs,
  maxPauseMs,
  mayBeAmount,
  mayBePin,
  type ReadKey,
  type Run,
  type RunReport,
  readKey,
  reportRun,
  type TextField,
} from './key-press'

export type Chord = 'confirm' | 'lock' | `reason_${number}`

type ScanListenerDeps = {
  /** A scan. Its field, if any, has its text back. */
  readonly onScan: (report: RunReport) => void
  /** Keys in a PIN field that came as a slow scanner sends them, or a practised hand. They stay in the field. */
  readonly onMaybePin: (text: string) => void
  /** Any other run of two or more keys, once ended. */
  readonly onRun: (report: RunReport) => void
  /** Enter in the scan field after typing. */
  readonly onTyped: (text: string) => void
  /**
   * A single key outside text fields; `/` and `?` also in an empty scan field. Returns whether it was used.
   * @param target what it was pressed on; null where a chord follows at once
   * @param pressedAt on the page's clock, as for the two below
   */
  readonly onSingleKey: (key: string, target: unknown, pressedAt: number) => boolean
  /** Returns whether the chord, or Escape, was used. Then nothing else sees it. */
  readonly onChord: (chord: Chord, pressedAt: number) => boolean
  readonly onEscape: (pressedAt: number) => boolean
  /** Ctrl+Enter came right after another key. It confirms nothing, since a scanner may end a code with it. */
  readonly onHastyConfirm: () => void
  readonly fieldOf: (target: unknown) => TextField | null
  /** Starts a timer. Returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export type ScanTarget = Omit<ScanListenerDeps, 'fieldOf' | 'after'>

/** Keys that also act in an empty scan field. */
const signKeys: ReadonlySet<string> = new Set(['/', '?'])

type Landed = { readonly field: TextField; readonly before: FieldState }

type Heard = {
  readonly run: Run
  /** The same code's keys before a pause. */
  readonly earlier: Run
  /** Where the run began. The focus may move during it. */
  readonly landing: Landing
  readonly target: unknown
  readonly landed: Landed | null
  readonly composing: boolean
}

function restoreField({ landed, composing }: Heard): void {
  landed?.field.restore(landed.before, composing)
}

const nothingHeard: Heard = {
  run: [],
  earlier: [],
  landing: 'outside',
  target: null,
  landed: null,
  composing: false,
}

/**
 * Sees every key press before the page does (capture phase on window) and tells scans from typing (architecture.md,
 * "Keys"). Call `press` for each keydown and `release` for each keyup.
 */
export class ScanListener {
  private heard = nothingHeard
  /**
   * The run that the timer ended, and whether its key acted as a shortcut. A later key may still belong to it: after a
   * pause, or delivered late.
   */
  private ended: (Heard & { readonly fired: boolean }) | null = null
  private lastEndingAt = Number.NEGATIVE_INFINITY
  /** The last run that ended without Enter, Tab or Ctrl+Enter, until the next key. */
  private unended: { readonly report: RunReport; readonly at: number; readonly heard: Heard } | null = null
  /** When the last key came, without modifiers and reason chords, which no scanner sends. */
  private lastKeyAt = Number.NEGATIVE_INFINITY
  private callOff: () => void = () => {}
  /** Keys whose keydown was swallowed. Their keyup is swallowed too: some elements act on it. */
  private readonly swallowed = new Set<string>()

  constructor(private deps: ScanListenerDeps) {}

  /** Switches the target. A code that arrives meanwhile stays one code. */
  turnTo(target: ScanTarget): void {
    this.deps = { ...this.deps, ...target }
  }

  press(press: KeyPress): void {
    const key = readKey(press)
    if (key.kind === 'modifier') return
    this.hear(press, key)
    const chord = key.kind === 'chord' ? readChord(press) : null
    if (chord === null || chord === 'confirm') this.lastKeyAt = press.timeStamp
  }

  private hear(press: KeyPress, key: Exclude<ReadKey, { kind: 'modifier' }>): void {
    const unended = this.resume(press, key.kind) ? null : this.unended
    this.unended = null
    if (press.repeat) this.pressRepeated(press)
    else if (key.kind === 'text') this.pressText(press, key.text)
    else if (key.kind === 'ending') this.pressEnding(press, key.key, unended)
    else if (key.kind === 'chord') this.pressChord(press, unended)
    else if (key.kind === 'escape') this.pressEscape(press)
    else this.pressOther(press)
  }

  /**
   * Resumes the ended run if this key belongs to it. A busy computer may deliver a key after the timer, but its timestamp
   * is right. A chord after a single key is not part of a code.
   */
  private resume(press: KeyPress, kind: ReadKey['kind']): boolean {
    const { ended } = this
    if (ended === null || this.heard.run.length > 0 || !continues(ended.run, press.timeStamp)) return false
    if (ended.run.length === 1 && kind !== 'text' && kind !== 'ending') return false
    this.heard = ended
    this.ended = null
    return true
  }

  private pressEscape(press: KeyPress): void {
    this.forget()
    if (this.deps.onEscape(press.timeStamp)) this.swallow(press)
  }

  release(press: KeyPress): void {
    if (!this.swallowed.delete(press.code)) return
    press.preventDefault()
    press.stopImmediatePropagation()
  }

  /** A held key edits text fields and does nothing elsewhere. */
  private pressRepeated(press: KeyPress): void {
    const field = this.deps.fieldOf(press.target)
    const isSpace = press.key === ' ' && field === null
    if (press.key === 'Escape' || press.key === 'Enter' || isSpace) this.swallow(press)
  }

  private pressText(press: KeyPress, text: string): void {
    const field = this.deps.fieldOf(press.target)
    if (!continues(this.heard.run, press.timeStamp)) this.beginRun(press, field)
    const { heard } = this
    const run = extendRun(heard.run, { text, at: press.timeStamp })
    this.heard = {
      ...heard,
      run,
      landed: heard.landed ?? (field && { field, before: field.read() }),
      composing: heard.composing || press.isComposing || press.key === 'Process',
    }
    // A space inside a code must not press a button.
    const inCode = run.length > 1 || heard.earlier.length > 0
    if (field === null && text === ' ' && inCode) this.swallow(press)
    this.callOff()
    this.callOff = this.deps.after(maxKeyGapMs, () => this.endRun())
  }

  private beginRun({ timeStamp: at, target }: KeyPress, field: TextField | null): void {
    this.endRun()
    const { ended } = this
    const landing = field === null ? 'outside' : field.isScanField ? 'scan_field' : 'text'
    const last = ended?.run.at(-1)
    // The cause of the pause, such as a page opening, may also have moved the focus into a field.
    const inPlace = ended?.landing === landing || ended?.landing === 'outside'
    // A key that acted as a shortcut is not part of a code.
    const goesOn =
      ended !== null && !ended.fired && last !== undefined && inPlace && at - last.at <= maxPauseMs
    const before = goesOn ? { earlier: [...ended.earlier, ...ended.run], landed: ended.landed } : {}
    this.heard = { ...nothingHeard, ...before, landing, target }
    this.ended = null
  }

  private pressEnding(press: KeyPress, key: EndingKey, unended: typeof this.unended): void {
    const field = this.deps.fieldOf(press.target)
    const isForPage = key === 'Enter' && field?.isScanField !== true
    if (isForPage && this.endsLate(press, key, unended)) return
    const report = this.report({ key, at: press.timeStamp })
    const { run, landed } = this.heard
    const gap = press.timeStamp - (run.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
    const endsPin = report !== null && landed?.field.isPin === true && isEnterByHand(report, gap)
    const isPlain = landed !== null && !landed.field.isScanField && !landed.field.isPin
    const isAmount = isPlain && report !== null && mayBeAmount(report)
    if (report?.verdict === 'scan' && !endsPin && !isAmount) this.takeScan(press, report)
    else this.pressPlainEnding(press, key, report, endsPin)
  }

  /** Whether it ends a scanner's code late. Then it activates nothing. */
  private endsLate(press: KeyPress, key: EndingKey, unended: typeof this.unended): boolean {
    if (unended === null || !isLateEnding(unended.report, press.timeStamp - unended.at)) return false
    this.swallow(press)
    this.forget()
    restoreField(unended.heard)
    this.deps.onRun({ ...unended.report, ending: key, verdict: 'ending_late' })
    return true
  }

  /**
   * Handles an Enter or Tab that ends no scan.
   * @param endsPin it is a person's, however soon after their PIN
   */
  private pressPlainEnding(
    press: KeyPress,
    key: EndingKey,
    report: RunReport | null,
    endsPin: boolean,
  ): void {
    const field = this.deps.fieldOf(press.target)
    const recent = this.isRecent(press.timeStamp)
    const keys = this.heard.run.length
    const isSecond = keys === 0 && recent
    this.forget()
    if (key === 'Enter' && field?.isScanField === true) {
      this.swallow(press)
      // Some scanners send two endings.
      if (!isSecond) this.deps.onTyped(field.read().text)
      return
    }
    // An Enter right after a key is a scanner's, even if the run was no scan, so it activates nothing.
    const activates = key === 'Enter' || (field === null && keys > 1)
    if (recent && activates && !endsPin) this.swallow(press)
    if (report !== null && keys > 1) this.deps.onRun(report)
  }

  private takeScan(press: KeyPress, report: RunReport): void {
    this.swallow(press)
    this.lastEndingAt = press.timeStamp
    const { heard } = this
    const { landed } = heard
    this.forget()
    if (landed?.field.isPin === true && mayBePin(report)) {
      this.deps.onMaybePin(report.text)
      return
    }
    restoreField(heard)
    this.deps.onScan(report)
  }

  private pressChord(press: KeyPress, unended: typeof this.unended): void {
    const chord = readChord(press)
    if (chord === null || (chord === 'confirm' && this.endsLate(press, 'Enter', unended))) return
    const at = press.timeStamp
    const hasty = chord === 'confirm' && at - this.lastKeyAt <= maxKeyGapMs
    const { run, landing } = this.heard
    const outside = landing === 'outside'
    const alone = outside && run.length === 1 ? run[0] : undefined
    const inScan = outside && run.length > 1 && continues(run, at)
    const report = this.report(null)
    this.forget()
    // A digit right before a chord still counts, and first.
    if (alone !== undefined) this.deps.onSingleKey(alone.text, null, alone.at)
    if (hasty) this.refuseHaste(press, report)
    else if (inScan || this.deps.onChord(chord, at)) this.swallow(press)
  }

  /** Nothing on the page may take it for a press, whatever sent it. */
  private refuseHaste(press: KeyPress, report: RunReport | null): void {
    this.swallow(press)
    if (report !== null && report.keys > 1) this.deps.onRun(report)
    this.deps.onHastyConfirm()
  }

  /** Handles arrows and the like: within a run they are part of what a scanner sends. */
  private pressOther(press: KeyPress): void {
    const { run } = this.heard
    const inRun = run.length > 1 && continues(run, press.timeStamp)
    if (inRun && this.deps.fieldOf(press.target) === null) this.swallow(press)
  }

  private isRecent(at: number): boolean {
    return continues(this.heard.run, at) || at - this.lastEndingAt <= maxKeyGapMs
  }

  private report(ending: { key: EndingKey; at: number } | null): RunReport | null {
    const { run, landing, earlier } = this.heard
    return run.length === 0 ? null : reportRun(run, ending, landing, earlier)
  }

  /** Ends the run: a single key may be a shortcut, more were typing. */
  private endRun(): void {
    const report = this.report(null)
    if (report === null) return
    const { heard } = this
    const { run, landing, landed } = heard
    this.forget()
    const last = run.at(-1)
    this.unended = last === undefined ? null : { report, at: last.at, heard }
    if (report.keys > 1) this.deps.onRun(report)
    // An idle counter has its focus in the scan field. No code consists of one of these signs.
    const inEmptyScanField = landed?.field.isScanField === true && landed.before.text === ''
    const asks = landing === 'outside' || (inEmptyScanField && signKeys.has(report.text))
    const alone = report.keys === 1 && asks ? last : undefined
    const fired = alone !== undefined && this.deps.onSingleKey(alone.text, heard.target, alone.at)
    if (fired) restoreField(heard)
    this.ended = { ...heard, fired }
  }

  private forget(): void {
    this.callOff()
    this.callOff = () => {}
    this.heard = nothingHeard
    this.ended = null
  }

  private swallow(press: KeyPress): void {
    this.swallowed.add(press.code)
    press.preventDefault()
    press.stopImmediatePropagation()
  }
}

function readChord(press: KeyPress): Chord | null {
  const command = press.ctrlKey || press.metaKey
  if (press.key === 'Enter' && command && !press.altKey && !press.shiftKey) return 'confirm'
  if (press.key.toLowerCase() === 'l' && command && !press.altKey && !press.shiftKey) return 'lock'
  // By key code: with Alt some layouts turn a digit into another character.
  const digit = /^Digit([1-9])$/.exec(press.code)?.[1]
  if (digit !== undefined && press.altKey && !command) return `reason_${Number(digit)}`
  return null
}

/** A code, and whether it was typed into the field and not scanned. */
export type BufferedCode = { readonly text: string; readonly typed: boolean }

/** The last code scanned or entered before the counter is drawn. */
export type BufferedScan = {
  readonly target: ScanTarget
  /** Returns the waiting code once; null for none. */
  readonly take: () => BufferedCode | null
}

/** @param show shows each code, so that the cashier sees it was taken */
export function bufferScans(show: (code: string) => void): BufferedScan {
  let waiting: BufferedCode | null = null
  const keep = (text: string, typed: boolean) => {
    const code = text.trim()
    if (code === '') return
    waiting = { text: code, typed }
    show(code)
  }
  return {
    target: {
      onScan: (report) => keep(report.text, false),
      onMaybePin: () => undefined,
      onRun: () => undefined,
      onTyped: (text) => keep(text, true),
      // No key means anything yet.
      onSingleKey: () => false,
      onChord: () => false,
      onEscape: () => false,
      onHastyConfirm: () => undefined,
    },
    take: () => {
      const code = waiting
      waiting = null
      return code
    },
  }
}
