/**
 * What the scan listener reads keys by: one key press, the run of keys that it belongs to, and the field that it lands in. A
 * scanner is told from a person by timing alone (architecture.md, "Measured facts" and "Words and places", Keys); times are
 * milliseconds of one monotonic clock, passed in.
 */
import type { Words } from '../../shared/languages/en'

type Modifiers = 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
type Key = 'key' | 'code' | 'repeat' | 'isComposing' | Modifiers

/** The part of a keyboard event that the listener needs, so that tests need no browser. */
export type KeyPress = Pick<
  KeyboardEvent,
  Key | 'timeStamp' | 'preventDefault' | 'stopImmediatePropagation'
> & {
  readonly target: unknown
}

export type ReadKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ending'; readonly key: 'Enter' | 'Tab' }
  | { readonly kind: 'chord' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'modifier' }
  | { readonly kind: 'other' }

const modifiers: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
])

/** Characters by key code, unshifted and shifted, for a scanner that types into an input method. */
const places: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Backquote: ['`', '~'],
  Space: [' ', ' '],
}
const shiftedDigits = ')!@#$%^&*('

/** Returns the character by key code. During composition `key` is only "Process". */
function textByPlace(press: KeyPress): string | null {
  const { code, shiftKey } = press
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) {
    return shiftKey !== press.getModifierState('CapsLock') ? letter : letter.toLowerCase()
  }
  const digit = /^(Digit|Numpad)([0-9])$/.exec(code)
  if (digit !== null) {
    const value = digit[2] ?? ''
    return shiftKey && digit[1] === 'Digit' ? shiftedDigits.charAt(Number(value)) : value
  }
  return places[code]?.[shiftKey ? 1 : 0] ?? null
}

function readComposing(press: KeyPress): ReadKey {
  if (press.code === 'Enter' || press.code === 'NumpadEnter') return { kind: 'ending', key: 'Enter' }
  if (press.code === 'Tab') return { kind: 'ending', key: 'Tab' }
  const text = textByPlace(press)
  return text === null ? { kind: 'other' } : { kind: 'text', text }
}

/** Classifies a key press. AltGr makes characters, so it is not a chord. */
export function readKey(press: KeyPress): ReadKey {
  if (modifiers.has(press.key)) return { kind: 'modifier' }
  const altGraph = press.getModifierState('AltGraph')
  if (!altGraph && (press.ctrlKey || press.metaKey || press.altKey)) return { kind: 'chord' }
  if (press.isComposing || press.key === 'Process') return readComposing(press)
  if (press.key === 'Enter') return { kind: 'ending', key: 'Enter' }
  if (press.key === 'Tab') return press.shiftKey ? { kind: 'other' } : { kind: 'ending', key: 'Tab' }
  if (press.key === 'Escape') return { kind: 'escape' }
  return [...press.key].length === 1 ? { kind: 'text', text: press.key } : { kind: 'other' }
}

/** Keys within this gap belong together. A slow scanner sends one every 100 ms. */
export const maxKeyGapMs = 150
/** Faster than any hand over several keys. */
const maxMachinePaceMs = 50
/** How far a key of a slow but steady run may deviate from the median. */
const maxDeviationMs = 30
/** A code may pause this long and continue. */
export const maxPauseMs = 500
const minScanKeys = 3
const minSteadyScanKeys = 6

/** An Enter this late may still end a code that came at machine speed. */
const maxEndingDelayMs = 3000

type RunVerdict = keyof Words['settings']['scanner']['verdicts']

type Stroke = { readonly text: string; readonly at: number }
export type Run = readonly Stroke[]
export type EndingKey = 'Enter' | 'Tab'
type Ending = { readonly key: EndingKey; readonly at: number } | null
/** Whether the keys went into a text field, where a person may have typed them; the scan field is one. */
export type Landing = 'text' | 'scan_field' | 'outside'

/** The measurements, shown in Settings, and the verdict on which the listener acts. */
export type RunReport = {
  readonly text: string
  readonly keys: number
  /** The median gap in milliseconds; null for a single key. */
  readonly pace: number | null
  readonly widestGap: number | null
  readonly ending: EndingKey | 'none'
  readonly verdict: RunVerdict
}

/** Returns the run with one more key, or a new run if the key came too late. */
export function extendRun(run: Run, stroke: Stroke): Run {
  return continues(run, stroke.at) ? [...run, stroke] : [stroke]
}

/** Whether a key at this time belongs to the run. */
export function continues(run: Run, at: number): boolean {
  const last = run.at(-1)
  return last !== undefined && at - last.at <= maxKeyGapMs
}

function gapsOf(run: Run, ending: Ending): readonly number[] {
  const times = [...run.map((stroke) => stroke.at), ...(ending === null ? [] : [ending.at])]
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

function median(sorted: readonly number[]): number | null {
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Whether three in four keys are close to the median, as only a machine manages over six keys. */
function isSteady(gaps: readonly number[], pace: number): boolean {
  const near = gaps.filter((gap) => Math.abs(gap - pace) <= maxDeviationMs).length
  return near * 4 >= gaps.length * 3
}

function judge(earlier: Run, run: Run, ending: Ending, landing: Landing): RunVerdict {
  if (ending === null) return 'no_ending'
  if (!continues(run, ending.at)) return 'ending_late'
  if (earlier.length + run.length < minScanKeys) return 'too_short'
  if (landing === 'outside') return 'scan'
  const gaps = [...gapsOf(earlier, null), ...gapsOf(run, ending)]
  const pace = median([...gaps].sort((a, b) => a - b)) ?? 0
  if (pace <= maxMachinePaceMs) return 'scan'
  // A person may leave a field with Tab right after typing, so only machine speed counts; in the scan field it costs nothing.
  const leaves = ending.key === 'Tab' && landing !== 'scan_field'
  if (leaves || earlier.length > 0 || run.length < minSteadyScanKeys) return 'by_hand'
  return isSteady(gaps, pace) ? 'scan' : 'by_hand'
}

/**
 * Judges a finished run. `ending` is null when no Enter or Tab followed; `earlier` has the same code's keys before a
 * pause.
 */
export function reportRun(run: Run, ending: Ending, landing: Landing, earlier: Run = []): RunReport {
  const all = [...earlier, ...run]
  const between = [...gapsOf(all, null)].sort((a, b) => a - b)
  return {
    text: all.map((stroke) => stroke.text).join(''),
    keys: all.length,
    pace: median(between),
    widestGap: between.at(-1) ?? null,
    ending: ending?.key ?? 'none',
    verdict: judge(earlier, run, ending, landing),
  }
}

/** Whether an Enter after this delay was meant to end the run. */
export function isLateEnding({ keys, pace }: RunReport, delay: number): boolean {
  return delay <= maxEndingDelayMs && keys >= minSteadyScanKeys && pace !== null && pace <= maxMachinePaceMs
}

/** No hand types this many keys as evenly as a slow scanner. */
const maxEvenPinKeys = 9

/** Whether a scan into a PIN field may be a PIN that a practised hand has typed. Looking it up would show it. */
export function mayBePin({ keys, pace }: RunReport): boolean {
  return keys <= maxEvenPinKeys && pace !== null && pace > maxMachinePaceMs
}

/** Whether a scan into a field may be an amount that a practised hand has typed. */
export function mayBeAmount(report: RunReport): boolean {
  return mayBePin(report) && /^[\d.,]+$/.test(report.text)
}

/**
 * Whether a person pressed Enter so soon after the keys in a PIN field: a scanner sends it at a machine's speed, or at the
 * pace of its other keys.
 * @param gap since the last key, in milliseconds
 */
export function isEnterByHand(report: RunReport, gap: number): boolean {
  if (gap <= maxMachinePaceMs) return false
  if (report.verdict !== 'scan') return true
  return mayBePin(report) && Math.abs(gap - (report.pace ?? gap)) > maxDeviationMs
}

/** A field's text and caret before a scan landed in it. */
export type FieldState = {
  readonly text: string
  readonly start: number | null
  readonly end: number | null
}

export type TextField = {
  /** Enter in this field looks the code up. */
  readonly isScanField: boolean
  readonly isPin: boolean
  readonly read: () => FieldState
  /** Restores text and caret. Ends an input method's composition first. */
  readonly restore: (state: FieldState, composing: boolean) => void
}

export const scanFieldAttribute = 'data-scan-field'

/** Marks the button that moves money. */
export const confirmsAttribute = 'data-confirms'

/** Returns what presses the button that moves money, if a key went to it and it still has the focus; null otherwise. */
export function confirmPressOf(target: unknown): (() => void) | null {
  const isConfirm = target instanceof HTMLElement && target.hasAttribute(confirmsAttribute)
  return isConfirm && target === document.activeElement ? () => target.click() : null
}

/** Input types that take typing. The window has no textarea. */
const textInputs: ReadonlySet<string> = new Set(['text', 'search', 'password', 'url', 'date'])

function writeValue(element: HTMLInputElement, text: string): void {
  // React overrides `value` on the element. The prototype's setter makes it notice the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

function restoreElement(element: HTMLInputElement, state: FieldState, composing: boolean): void {
  if (!element.isConnected) return
  if (composing) element.blur()
  if (element.value !== state.text) writeValue(element, state.text)
  if (composing) element.focus()
  if (state.start !== null && state.end !== null) element.setSelectionRange(state.start, state.end)
}

/** Returns the text field that a key press goes to; null for none. */
export function textFieldOf(target: unknown): TextField | null {
  if (!(target instanceof HTMLInputElement) || !textInputs.has(target.type)) return null
  return {
    isScanField: target.hasAttribute(scanFieldAttribute),
    isPin: target.type === 'password',
    read: () => ({ text: target.value, start: target.selectionStart, end: target.selectionEnd }),
    restore: (state, composing) => restoreElement(target, state, composing),
  }
}
