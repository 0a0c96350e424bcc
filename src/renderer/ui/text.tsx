import { Fragment, type HTMLAttributes, type ReactNode, useState } from 'react'
import { isMarker } from '../../shared/attempt/marker'
import type { SettingName } from '../../shared/base/appearance'
import { isolate, shownText } from '../../shared/base/text'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/payment/money'
import { copyText } from '../actions/navigation'
import { useStore } from '../store/store'
import type { Explanation } from '../words/common'
import { explainFault } from '../words/faults'
import { receiptWords } from '../words/receipt'
import { settingsWords } from '../words/settings'
import type { State } from '../words/states'
import { useNow } from './hooks'

/** A part from outside, as `isolatedText` marks it; none holds another one. */
const isolatedPart = new RegExp(`${isolate.begin}([^${isolate.end}]*)${isolate.end}`, 'u')

/** Text stands as it is where it is put, or in an element of its own. */
type Placed = HTMLAttributes<HTMLElement> & {
  readonly as?: 'p' | 'span' | 'strong' | 'small' | 'h1' | 'h2' | 'h3' | 'td' | 'li' | 'dt'
  readonly text: string
}

function InPlace({ as: Element, children, ...attributes }: Omit<Placed, 'text'>) {
  return Element === undefined ? children : <Element {...attributes}>{children}</Element>
}

/**
 * A sentence of our words: what came from outside orders nothing around it, and no line ends inside a marker, for half
 * of one looks like another.
 */
export function Sentence({ text, ...place }: Placed) {
  // The parts of one sentence never change places; every second one is from outside.
  const parts = text.split(isolatedPart).map((part, index) => {
    const key = index
    return index % 2 === 1 ? <bdi key={key}>{part}</bdi> : <OwnWords key={key} text={part} />
  })
  return <InPlace {...place}>{parts}</InPlace>
}

function OwnWords(props: { readonly text: string }) {
  const words = props.text.split(/(?<=\s)|(?=\s)/)
  return words.map((word, index) => {
    const bare = word.replace(/[.,:]$/, '')
    // The words of one sentence never change places.
    const key = index
    return isMarker(bare) ? (
      <span key={key} className="whole">
        {word}
      </span>
    ) : (
      <Fragment key={key}>{word}</Fragment>
    )
  })
}

/**
 * Text of the service, the store, a list or the journal: it orders nothing around it, and what nobody sees is shown as
 * a mark. Every text from outside is drawn by this, or stands in a sentence of our words (`Sentence`).
 */
export function Foreign(
  props: Placed & {
    /** Its lines stay lines, where the place shows lines. */
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

/** An amount as the largest thing around. It is never broken: a long one is set smaller. */
export function BigMoney(props: { readonly text: string }) {
  const { length } = props.text
  const size = length <= 15 ? 'usual' : length <= 19 ? 'long' : 'longest'
  return (
    <span className="big-money" data-size={size}>
      <Sentence text={props.text} />
    </span>
  )
}

/** A sum of money, in a line or as the largest thing around. */
export function Amount(props: {
  readonly money: Money
  readonly size?: 'big' | 'huge'
  readonly as?: 'p' | 'b' | 'span'
}) {
  const { size, as: Element = size === undefined ? 'b' : 'span' } = props
  const text = formatMoney(props.money)
  return (
    <Element className={size === undefined ? 'money' : `money ${size}`}>
      {size === undefined ? <Sentence text={text} /> : <BigMoney text={text} />}
    </Element>
  )
}

/** A state: a sign for the eye, a word for everyone. */
export function StateTag(props: { readonly state: State }) {
  const { sign, word, tone } = props.state
  return (
    <span className={`state state-${tone}`}>
      <span aria-hidden="true">{sign}</span> <Sentence text={word} />
    </span>
  )
}

const paths = {
  copy: 'M8 3.5h8.5V14M3.5 7H13v9.5H3.5z',
  erase: 'M7.5 4.5H17v11H7.5L2.5 10zM10 8l4 4m0-4-4 4',
  list: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
} as const

/** A small line drawing in the colour of the text around it. Never the only name of anything. */
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
      aria-label={receiptWords.copy(props.name)}
      onClick={() => void copyText(props.text)}
    >
      <Icon name="copy" />
    </button>
  )
}

/** A name, what it stands for, and whether a button stands beside that to copy it. */
export type Fact = readonly [name: string, value: string, more?: 'copies']

/** Facts, a row each. `mono` is for what people compare letter by letter. */
export function Facts(props: {
  readonly rows: readonly Fact[]
  readonly mono?: boolean
  /** How they are laid out: names in a column of their own when left out. */
  readonly className?: string
}) {
  return (
    <dl className={props.className ?? 'facts'}>
      {props.rows.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={props.mono === true ? 'mono' : undefined}>
            <Foreign text={value} />
            {more === 'copies' && <CopyButton name={name} text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An alert that is headed by a sign for the eye and a heading for everyone. */
export function SignedAlert(props: {
  readonly state: Pick<State, 'sign' | 'tone'>
  readonly heading: ReactNode
  readonly children: ReactNode
}) {
  const { state, heading, children } = props
  return (
    <div className={`alert alert-${state.tone}`}>
      <div className="row alert-head">
        <span aria-hidden="true" className="alert-sign">
          {state.sign}
        </span>
        {heading}
      </div>
      {children}
    </div>
  )
}

/** What happened, what it means for the money, what to do next. */
export function Explain(props: {
  readonly explanation: Explanation
  readonly tone: 'wait' | 'no' | 'soft'
  /** What to do next changes as time passes: a live region around it says nothing of that. */
  readonly silentNext?: boolean
  readonly children?: ReactNode
}) {
  const { title, meaning, next } = props.explanation
  return (
    <div className={`alert alert-${props.tone}`}>
      <Sentence as="h2" text={title} />
      <Sentence as="p" text={meaning} />
      <p aria-live={props.silentNext === true ? 'off' : undefined}>
        <Sentence as="strong" text={next} />
      </p>
      {props.children}
    </div>
  )
}

/** The fault with what is left of its wait, so many seconds after it came. */
export function faultAfter(fault: Fault, seconds: number): Fault {
  if (!('waitSeconds' in fault)) return fault
  return { ...fault, waitSeconds: Math.max(0, fault.waitSeconds - Math.floor(seconds)) }
}

/** The fault as it stands now: its wait counts down from when it came. */
export function useFaultNow(fault: Fault): Fault {
  const [came, setCame] = useState({ fault, at: Date.now() })
  if (came.fault !== fault) setCame({ fault, at: Date.now() })
  const now = useNow('waitSeconds' in fault)
  return faultAfter(fault, (now - came.at) / 1000)
}

/** A failure in three sentences; a wait in it counts down, seen and not read aloud. */
export function FaultExplained({ fault }: { readonly fault: Fault }) {
  const now = useFaultNow(fault)
  return <Explain explanation={explainFault(now)} tone="no" silentNext={'waitSeconds' in fault} />
}

/** A setting's own controls: where the administrator's policy sets it they can't be used, and it says so beside them. */
export function SetByPolicy(props: { readonly setting: SettingName; readonly children: ReactNode }) {
  const isSet = useStore((state) => state.app.setByPolicy.includes(props.setting))
  if (!isSet) return props.children
  return (
    <fieldset className="locked" disabled>
      {props.children}
      <p className="help">{settingsWords.setByPolicy}</p>
    </fieldset>
  )
}
