import { useState } from 'react'
import type { Input } from '../../shared/contract'
import type { FaultOf } from '../../shared/fault'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { Choice } from '../ui/choice'
import { Explain } from '../ui/explain'
import { TextInput } from '../ui/text-input'
import { explainFault } from '../words/fault-words'
import { settingsWords } from '../words/settings-words'
import { Form } from './form'

const words = settingsWords.service

type NeedsWord = FaultOf<'other_service_needs_word'>
type Proof = { readonly with: 'pin' | 'token'; readonly text: string }

const proofs = [
  { value: 'pin', name: words.byPin },
  { value: 'token', name: words.byToken },
] as const

function wordOf({ with: how, text }: Proof): NonNullable<Input<'token:save'>['by']> {
  return how === 'pin' ? { with: 'pin', pin: text } : { with: 'token', stored: text.trim() }
}

/** Another service than the one in use: by the PIN where there is one, or by the token in use (design.md, protocol 14). */
function ProofInputs(props: {
  readonly needs: NeedsWord
  readonly proof: Proof
  readonly onProof: (proof: Proof) => void
}) {
  const { needs, proof, onProof } = props
  return (
    <>
      <Explain tone="wait" explanation={explainFault(needs)} />
      {needs.pin && (
        <Choice
          label={words.proof}
          options={proofs}
          value={proof.with}
          onChoose={(how) => onProof({ with: how, text: '' })}
        />
      )}
      <TextInput
        label={proof.with === 'pin' ? words.byPin : words.byToken}
        kind="password"
        numeric={proof.with === 'pin'}
        value={proof.text}
        onChange={(text) => onProof({ ...proof, text })}
        autoComplete="new-password"
      />
    </>
  )
}

function useSaveToken() {
  const api = useApi()
  const saved = useStore((state) => state.app.serviceAddress)
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [address, setAddress] = useState(saved)
  const [token, setToken] = useState('')
  const [needs, setNeeds] = useState<NeedsWord | null>(null)
  const [proof, setProof] = useState<Proof>({ with: 'pin', text: '' })
  const typed = address.trim() !== '' && token.trim() !== ''
  const save = async () => {
    const by = needs === null ? {} : { by: wordOf(proof) }
    setProof({ ...proof, text: '' })
    const answer = await answerOf(api.saveToken({ address: address.trim(), token: token.trim(), ...by }))
    if (!answer.ok && answer.fault.kind === 'other_service_needs_word') {
      // What was typed stays until somebody has said that it may be used.
      setNeeds(answer.fault)
      setProof({ with: answer.fault.pin ? 'pin' : 'token', text: '' })
      return
    }
    const askAgain = !answer.ok && needs !== null
    if (!askAgain) {
      setToken('')
      setNeeds(null)
    }
    await adoptAppState(Promise.resolve(answer), { kind: 'token_saved' })
  }
  const ready = typed && (needs === null || proof.text !== '')
  return { address, setAddress, token, setToken, needs, proof, setProof, ready, save }
}

/** Address and token in one go. The token leaves the page with the call and the field is emptied. */
export function ServiceForm(props: { readonly submitName: string }) {
  const { address, setAddress, token, setToken, needs, proof, setProof, ready, save } = useSaveToken()
  return (
    <Form look="go" ready={ready} submitName={props.submitName} onSubmit={() => void save()}>
      <TextInput
        label={words.address}
        kind="url"
        value={address}
        onChange={setAddress}
        help={words.addressHelp}
      />
      <TextInput
        label={words.token}
        kind="password"
        value={token}
        onChange={setToken}
        help={words.tokenHelp}
        autoComplete="new-password"
      />
      {needs !== null && <ProofInputs needs={needs} proof={proof} onProof={setProof} />}
    </Form>
  )
}
