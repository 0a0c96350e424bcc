import { type KeyPress, type ReadKey, readKey } from './key-press'
import {
  continues,
  type EndingKey,
  extendRun,
  hiccup,
  isLateEnding,
  type Landing,
  type Run,
  type RunReport,
  reportRun,
  runGap,
} from './keystroke-run'
import type { FieldState, TextField } from './text-field'

export type Chord = 'confirm' | 'lock' | `reason_${number}`

export type ScanListenerDeps = {
  /** A run that was a scan; its field, if any, has its text back. */
  readonly onScan: (report: RunReport) => void
  /** Any other run of at least two keys, once it has ended. */
  readonly onRun: (report: RunReport) => void
  /** Enter in the scan field after typing by hand. */
  readonly onTyped: (text: string) => void
  /** One key alone, outside text fields (`/` and `?` in an empty scan field too), that no other followed. Answers whether it meant something. */
  readonly onSingleKey: (key: string) => boolean
  /** Whether the chord, or Escape, means something now; then nothing else sees it. */
  readonly onChord: (chord: Chord) => boolean
  readonly onEscape: () => boolean
  /** Ctrl+Enter came right after another key: it confirms nothing, for a scanner may end a code so. */
  readonly onHastyConfirm: () => void
  readonly fieldOf: (target: unknown) => TextField | null
  /** Calls back after so many milliseconds; answers a function that calls it off. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** Who is told what was scanned, typed or pressed. */
export type ScanTarget = Omit<ScanListenerDeps, 'fieldOf' | 'after'>

/** Keys that act from an empty scan field too. */
const signKeys: ReadonlySet<string> = new Set(['/', '?'])

type Landed = { readonly field: TextField; readonly before: FieldState }

/** A run, and where its keys went. */
type Heard = {
  readonly run: Run
  /** The run before this one, of the same code: it went on after a hiccup. */
  readonly earlier: Run
  /** Where the run began; the focus may move while it goes on. */
  readonly landing: Landing
  readonly landed: Landed | null
  readonly composing: boolean
}

const nothingHeard: Heard = { run: [], earlier: [], landing: 'outside', landed: null, composing: false }

/**
 * Hears every key press before anything in the page does (capture phase on window) and tells scans from
 * typing (architecture.md, "Keys"). Give `press` each keydown and `release` each keyup.
 */
export class ScanListener {
  private heard = nothingHeard
  /**
   * The run that its timer ended, and whether its one key was taken for a shortcut: a code may go on after a hiccup, and a
   * key of its own may only have been delivered late.
   */
  private ended: (Heard & { readonly fired: boolean }) | null = null
  private lastEndingAt = Number.NEGATIVE_INFINITY
  /** The last run that nothing ended in time, until another key comes. */
  private unended: { readonly report: RunReport; readonly at: number } | null = null
  /** The last key but modifiers and a reason's chord, which no scanner sends. */
  private lastKeyAt = Number.NEGATIVE_INFINITY
  private callOff: () => void = () => {}
  /** Keys whose keydown was swallowed: their keyup is too, for some elements act on that. */
  private readonly swallowed = new Set<string>()

  constructor(private deps: ScanListenerDeps) {}

  /** From now on another is told; a code whose keys come meanwhile is one code. */
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
    else if (key.kind === 'chord') this.pressChord(press)
    else if (key.kind === 'escape') this.pressEscape(press)
    else this.pressOther(press)
  }

  /**
   * Takes the ended run up again if this key belongs to it. A busy computer delivers a key after the timer has ended
   * the run; when it was pressed says its time. A chord after a single key is no part of a code.
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
    if (this.deps.onEscape()) this.swallow(press)
  }

  release(press: KeyPress): void {
    if (!this.swallowed.delete(press.code)) return
    press.preventDefault()
    press.stopImmediatePropagation()
  }

  /** A key held down: it may write and erase in a text field, and does nothing anywhere else. */
  private pressRepeated(press: KeyPress): void {
    const field = this.deps.fieldOf(press.target)
    const isSpace = press.key === ' ' && field === null
    if (press.key === 'Escape' || press.key === 'Enter' || isSpace) this.swallow(press)
  }

  private pressText(press: KeyPress, text: string): void {
    const field = this.deps.fieldOf(press.target)
    if (!continues(this.heard.run, press.timeStamp)) this.beginRun(press.timeStamp, field)
    const { heard } = this
    const run = extendRun(heard.run, { text, at: press.timeStamp })
    this.heard = {
      ...heard,
      run,
      landed: heard.landed ?? (field && { field, before: field.read() }),
      composing: heard.composing || press.isComposing || press.key === 'Process',
    }
    // A space inside a code must press no button.
    const inCode = run.length > 1 || heard.earlier.length > 0
    if (field === null && text === ' ' && inCode) this.swallow(press)
    this.callOff()
    this.callOff = this.deps.after(runGap, () => this.endRun())
  }

  private beginRun(at: number, field: TextField | null): void {
    this.endRun()
    const { ended } = this
    const landing = field === null ? 'outside' : 'text'
    const last = ended?.run.at(-1)
    // What makes the machine hiccup may also be what moves the focus onto a field: a page that just opened.
    const inPlace = ended?.landing === landing || ended?.landing === 'outside'
    // A shortcut that has fired is no part of a code that goes on after a hiccup.
    const goesOn = ended !== null && !ended.fired && last !== undefined && inPlace && at - last.at <= hiccup
    const before = goesOn ? { earlier: [...ended.earlier, ...ended.run], landed: ended.landed } : {}
    this.heard = { ...nothingHeard, ...before, landing }
    this.ended = null
  }

  private pressEnding(press: KeyPress, key: EndingKey, unended: typeof this.unended): void {
    const field = this.deps.fieldOf(press.target)
    const isPlain = key === 'Enter' && field?.isScanField !== true
    if (isPlain && unended !== null && isLateEnding(unended.report, press.timeStamp - unended.at)) {
      // It ends a scanner's code, and presses nothing.
      this.swallow(press)
      this.forget()
      this.deps.onRun({ ...unended.report, ending: key, verdict: 'ending_late' })
      return
    }
    const report = this.report({ key, at: press.timeStamp })
    if (report?.verdict === 'scan') this.takeScan(press, report)
    else this.pressPlainEnding(press, key, report)
  }

  /** Enter or Tab that ends no scan. */
  private pressPlainEnding(press: KeyPress, key: EndingKey, report: RunReport | null): void {
    const field = this.deps.fieldOf(press.target)
    const recent = this.isRecent(press.timeStamp)
    const keys = this.heard.run.length
    this.forget()
    if (key === 'Enter' && field?.isScanField === true) {
      this.swallow(press)
      this.deps.onTyped(field.read().text)
      return
    }
    // An Enter right after a key is a scanner's, even if the run was no scan: it activates nothing.
    const activates = key === 'Enter' || (field === null && keys > 1)
    if (recent && activates) this.swallow(press)
    if (report !== null && keys > 1) this.deps.onRun(report)
  }

  private takeScan(press: KeyPress, report: RunReport): void {
    this.swallow(press)
    this.lastEndingAt = press.timeStamp
    const { landed, composing } = this.heard
    this.forget()
    landed?.field.restore(landed.before, composing)
    this.deps.onScan(report)
  }

  private pressChord(press: KeyPress): void {
    const chord = readChord(press)
    if (chord === null) return
    const at = press.timeStamp
    const hasty = chord === 'confirm' && at - this.lastKeyAt <= runGap
    const { run, landing } = this.heard
    const outside = landing === 'outside'
    const alone = outside && run.length === 1 ? run[0]?.text : undefined
    const inScan = outside && run.length > 1 && continues(run, at)
    const report = this.report(null)
    this.forget()
    // A digit and a chord in quick succession: the digit still counts, and first.
    if (alone !== undefined) this.deps.onSingleKey(alone)
    if (hasty) this.refuseHaste(press, report)
    else if (inScan || this.deps.onChord(chord)) this.swallow(press)
  }

  /** Whatever sent it, nothing on the page may take it for a press. */
  private refuseHaste(press: KeyPress, report: RunReport | null): void {
    this.swallow(press)
    if (report !== null && report.keys > 1) this.deps.onRun(report)
    this.deps.onHastyConfirm()
  }

  /** Arrows and the like: inside a run they are part of what a scanner sends, and move nothing. */
  private pressOther(press: KeyPress): void {
    const { run } = this.heard
    const inRun = run.length > 1 && continues(run, press.timeStamp)
    if (inRun && this.deps.fieldOf(press.target) === null) this.swallow(press)
  }

  private isRecent(at: number): boolean {
    return continues(this.heard.run, at) || at - this.lastEndingAt <= runGap
  }

  private report(ending: { key: EndingKey; at: number } | null): RunReport | null {
    const { run, landing, earlier } = this.heard
    return run.length === 0 ? null : reportRun(run, ending, landing, earlier)
  }

  /** No key followed in time: one key alone may be a shortcut, more were typing. */
  private endRun(): void {
    const report = this.report(null)
    if (report === null) return
    const { heard } = this
    const { run, landing, landed, composing } = heard
    this.forget()
    const last = run.at(-1)
    this.unended = last === undefined ? null : { report, at: last.at }
    if (report.keys > 1) this.deps.onRun(report)
    // The counter that waits for a scan has its focus in the scan field: no code is a sign like these alone.
    const inEmptyScanField = landed?.field.isScanField === true && landed.before.text === ''
    const asks = landing === 'outside' || (inEmptyScanField && signKeys.has(report.text))
    const fired = report.keys === 1 && asks && this.deps.onSingleKey(report.text)
    if (fired) landed?.field.restore(landed.before, composing)
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
  // By place: with Alt held some layouts turn a digit into another character.
  const digit = /^Digit([1-9])$/.exec(press.code)?.[1]
  if (digit !== undefined && press.altKey && !command) return `reason_${Number(digit)}`
  return null
}
