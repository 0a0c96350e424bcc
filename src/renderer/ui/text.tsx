import type { HTMLAttributes, ReactNode } from 'react'
import { markerPattern } from '../../shared/attempt/marker'
import type { SettingName } from '../../shared/base/choices'
import { isolate, shownText } from '../../shared/base/text'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/payment/money'
import { copyText } from '../actions/navigation'
import { useStore } from '../store/store'
import type { Explanation } from '../words/common'
import { explainFault } from '../words/faults'
import type { State } from '../words/refund'
import { words } from '../words/words'
import { useNow } from './hooks'

/** A foreign part as `isolatedText` marks it, which are never nested; or a refund no. */
const specialPart = new RegExp(`${isolate.begin}([^${isolate.end}]*)${isolate.end}|(${markerPattern})`, 'u')

/** Text in an element, or bare without `as`. */
type Placed = HTMLAttributes<HTMLElement> & {
  readonly as?: 'p' | 'span' | 'b' | 'strong' | 'small' | 'h1' | 'h2' | 'h3' | 'td' | 'li' | 'dt'
  readonly text: string
}

function InPlace({ as: Element, children, ...attributes }: Omit<Placed, 'text'>) {
  return Element === undefined ? children : <Element {...attributes}>{children}</Element>
}

/**
 * Text of ours: isolates the direction of foreign parts, and never breaks a refund no., since half of one looks like
 * another.
 */
export function Text({ text, ...place }: Placed) {
  // They never change places: of three in turn, the first is ours, the second foreign, the third a refund no.
  const parts = text.split(specialPart).map((part, index) => {
    const key = index
    if (index % 3 === 0 || part === undefined) return part
    if (index % 3 === 1) return <bdi key={key}>{part}</bdi>
    return (
      <span key={key} className="whole">
        {part}
      </span>
    )
  })
  return <InPlace {...place}>{parts}</InPlace>
}

/**
 * Text of the service, the store, a list or the journal: isolates its direction and shows invisible characters. It
 * is drawn by this, or as a part of `Text`.
 */
export function UntrustedText(
  props: Placed & {
    /** Keeps its lines. */
    readonly lines?: boolean
  },
) {
  const { text, lines = false, ...place } = props
  const shown = lines ? text.split(/\r?\n/).map(shownText).join('\n') : shownText(text)
  return (
    <InPlace {...place}>
      <bdi>{shown}</bdi>
    </InPlace>
  )
}

/** A paragraph that must not be overlooked. */
export function StrongLine({ text }: { readonly text: string }) {
  return (
    <p>
      <Text as="strong" text={text} />
    </p>
  )
}

/** An amount in large letters, never broken: a long one is set smaller. */
export function BigMoney(props: { readonly text: string }) {
  const { length } = props.text
  const size = length <= 15 ? 'usual' : length <= 19 ? 'long' : 'longest'
  return (
    <span className="big-money" data-size={size}>
      <Text text={props.text} />
    </span>
  )
}

export function Amount(props: {
  readonly money: Money
  readonly size?: 'big' | 'huge'
  readonly as?: 'p' | 'b' | 'span'
}) {
  const { size, as: Element = size === undefined ? 'b' : 'span' } = props
  const text = formatMoney(props.money)
  return (
    <Element className={size === undefined ? 'money' : `money ${size}`}>
      {size === undefined ? <Text text={text} /> : <BigMoney text={text} />}
    </Element>
  )
}

export function StateTag(props: { readonly state: State }) {
  const { sign, word, tone } = props.state
  return (
    <span className={`state state-${tone}`}>
      <span aria-hidden="true">{sign}</span> <Text text={word} />
    </span>
  )
}

const paths = {
  copy: 'M8 3.5h8.5V14M3.5 7H13v9.5H3.5z',
  erase: 'M7.5 4.5H17v11H7.5L2.5 10zM10 8l4 4m0-4-4 4',
  list: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
} as const

/** An icon in the text's colour, always beside a name. */
export function Icon(props: { readonly name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={paths[props.name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function CopyButton(props: { readonly name: string; readonly text: string }) {
  return (
    <button
      type="button"
      className="copy-button"
      aria-label={words.receipt.copy(props.name)}
      onClick={() => void copyText(props.text)}
    >
      <Icon name="copy" />
    </button>
  )
}

/** A name, its value, and whether to offer copying it. */
export type Fact = readonly [name: string, value: string, more?: 'copies']

/** A fact that is drawn by others. */
export type DrawnFact = readonly [name: ReactNode, value: ReactNode, more?: undefined]

/** For `Facts` on a sheet of paper: names and values at its two edges. */
export const paperLines = 'paper-lines stack tight fine'

/** Rows of facts. `mono` for values to compare character by character. */
export function Facts(props: {
  readonly rows: readonly (Fact | DrawnFact)[]
  readonly mono?: boolean
  /** Names in a column of their own unless given. */
  readonly className?: string
}) {
  return (
    <dl className={props.className ?? 'facts'}>
      {props.rows.map(([name, value, more], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and rows never change places
        <div key={index}>
          <dt>{name}</dt>
          <dd className={props.mono === true || more === 'copies' ? 'mono' : undefined}>
            {typeof value === 'string' ? <UntrustedText text={value} /> : value}
            {more === 'copies' && <CopyButton name={name} text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function SignedAlert(props: {
  readonly state: Pick<State, 'sign' | 'tone'>
  readonly heading: ReactNode
  readonly children: ReactNode
}) {
  const { state, heading, children } = props
  return (
    <div className={`alert alert-${state.tone}`}>
      <div className="row">
        <span aria-hidden="true" className="alert-sign">
          {state.sign}
        </span>
        {heading}
      </div>
      {children}
    </div>
  )
}

/** What happened, what it means for the money, and what to do next. */
export function Explain(props: {
  readonly explanation: Explanation
  readonly tone: 'wait' | 'no' | 'soft'
  /** The next step counts down, so it is not announced. */
  readonly silentNext?: boolean
  readonly children?: ReactNode
}) {
  const { title, meaning, next } = props.explanation
  return (
    <div className={`alert alert-${props.tone}`}>
      <Text as="h2" text={title} />
      <Text as="p" text={meaning} />
      <p aria-live={props.silentNext === true ? 'off' : undefined}>
        <Text as="strong" text={next} />
      </p>
      {props.children}
    </div>
  )
}

/** Returns the fault with its wait reduced by the seconds since it came. */
function faultAfter(fault: Fault, seconds: number): Fault {
  if (!('waitSeconds' in fault)) return fault
  return { ...fault, waitSeconds: Math.max(0, fault.waitSeconds - seconds) }
}

/** When each fault was first drawn: its wait goes on while another place is shown. */
const firstDrawn = new WeakMap<Fault, number>()

/** Returns the fault with its wait counting down. */
export function useFaultNow(fault: Fault): Fault {
  const now = useNow('waitSeconds' in fault)
  const since = firstDrawn.get(fault) ?? Date.now()
  firstDrawn.set(fault, since)
  return faultAfter(fault, Math.max(0, Math.floor((now - since) / 1000)))
}

export function FaultExplained({ fault }: { readonly fault: Fault }) {
  const now = useFaultNow(fault)
  return <Explain explanation={explainFault(now)} tone="no" silentNext={'waitSeconds' in fault} />
}

/** A setting's controls, disabled with a note when the policy sets it. */
export function SetByPolicy(props: { readonly setting: SettingName; readonly children: ReactNode }) {
  const isSet = useStore((state) => state.app.setByPolicy.includes(props.setting))
  if (!isSet) return props.children
  return (
    <fieldset className="locked" disabled>
      {props.children}
      <p className="help">{words.faults.set_by_policy.title}</p>
    </fieldset>
  )
}
