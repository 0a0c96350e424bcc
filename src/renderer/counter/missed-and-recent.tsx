import type { Fault } from '../../shared/fault'
import { type CodeMatch, codeKinds, kindsToTry } from '../../shared/scan-code'
import type { Lookup } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Foreign } from '../ui/foreign'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { explainFault } from '../words/faults'
import { mayBeToken } from '../words/lookup-fault-words'
import { scanWords } from '../words/scan-words'

/** The kinds worth offering after a failure: a 500 says nothing about the other kinds of code. */
function otherMatches(lookup: Lookup, fault: Fault): readonly CodeMatch[] {
  const fits = kindsToTry(lookup.code, 'automatic')
  switch (fault.kind) {
    case 'service_error':
    case 'strange_answer':
    case 'other_record':
      return codeKinds.filter(
        (kind) => kind !== 'transaction_id' && kind !== lookup.match && fits.includes(kind),
      )
    case 'not_found':
    case 'code_too_long':
      return lookup.match === 'automatic' ? [] : ['automatic']
    default:
      return []
  }
}

/** Whether the service was not asked at all, or gave no answer: what is saved here may have a part of that code. */
function unreached({ kind }: Fault): boolean {
  return kind === 'not_connected' || kind === 'no_answer'
}

/** Whether the same may go well a moment later: then to try it again is what comes next. */
function mayPass(fault: Fault): boolean {
  return (
    unreached(fault) ||
    (fault.kind === 'service_error' && !mayBeToken(fault)) ||
    fault.kind === 'strange_answer'
  )
}

/** Why there is no receipt, and what can be tried. */
export function Missed(props: { readonly lookup: Lookup; readonly fault: Fault }) {
  const { lookup, fault } = props
  const lookUp = useStore((state) => state.lookUp)
  const lookUpAgain = useStore((state) => state.lookUpAgain)
  const go = useStore((state) => state.go)
  const setSearchText = useStore((state) => state.setSearchText)
  // One that the window asked by itself, when the line came back, takes the focus from no text field.
  const asked = useStore((state) => state.ownLookup !== lookup.id)
  const ref = useFocusOnShow<HTMLElement>(lookup.id, true, asked)
  const settings = mayBeToken(fault) || fault.kind === 'not_set_up'
  return (
    <div className="paper-place">
      <section className="paper missed" aria-label={scanWords.missed} tabIndex={-1} ref={ref}>
        <p className="mono code-asked">
          <Foreign text={lookup.code} />
        </p>
        <Explain explanation={explainFault(fault)} tone={fault.kind === 'not_found' ? 'soft' : 'wait'} />
        <div className="button-row">
          {settings && (
            <PressButton look="go" onPress={() => go('settings')}>
              {scanWords.openSettings}
            </PressButton>
          )}
          <PressButton look={mayPass(fault) ? 'go' : 'plain'} onPress={() => void lookUpAgain()}>
            {scanWords.tryAgain}
          </PressButton>
          {unreached(fault) && (
            <PressButton
              onPress={() => {
                setSearchText(lookup.code)
                go('search')
              }}
            >
              {scanWords.searchSaved}
            </PressButton>
          )}
          {otherMatches(lookup, fault).map((match) => (
            <PressButton key={match} onPress={() => void lookUp(lookup.code, match)}>
              {scanWords.tryAs[match]}
            </PressButton>
          ))}
        </div>
      </section>
    </div>
  )
}
