import { useState } from 'react'
import { useApi, useStore } from '../store/store-context'
import { WordDialog } from '../supervisor/dialogs'
import { Choice } from '../ui/choice'
import { Sentence } from '../ui/text'
import { serviceWords as words } from '../words/service-words'
import type { KnownService } from './known-services'

const another = 'another'

/** Says which payment service the address names: one that the till knows, or another (refund-protocol.md 14). */
export function SettleServiceDialog(props: {
  readonly address: string
  /** Those that it may be the same as; none where a move is taken back. */
  readonly known: readonly KnownService[]
}) {
  const { address, known } = props
  const api = useApi()
  const adoptAppState = useStore((state) => state.adoptAppState)
  const [chosen, setChosen] = useState<string | null>(known.length === 0 ? another : null)
  const options = [
    ...known.map(({ service, name }) => ({
      value: String(service),
      name: known.length === 1 ? words.same : words.sameAs(name),
    })),
    { value: another, name: words.another },
  ]
  return (
    <WordDialog
      title={known.length === 0 ? words.takeBackTitle : words.title}
      intro={
        known.length === 0 ? (
          <p>
            <Sentence text={words.takeBackIntro(address)} />
          </p>
        ) : (
          <>
            <p>
              <Sentence
                text={
                  known.length === 1
                    ? words.question(address, known[0]?.name ?? '')
                    : words.questionMany(address)
                }
              />
            </p>
            <p className="soft">{words.intro}</p>
          </>
        )
      }
      asks={[{ text: 'why', label: words.reason, help: words.reasonHelp }]}
      submit={words.submit}
      look={known.length === 0 ? 'danger' : 'go'}
      ready={chosen !== null}
      send={({ pin, supervisor, why }) => {
        const of = chosen === another || chosen === null ? null : Number(chosen)
        return api.settleService({ address, of, proof: { with: 'pin', pin }, supervisor, why })
      }}
      done={(app) =>
        void adoptAppState(Promise.resolve({ ok: true, value: app }), { kind: 'service_settled' })
      }
    >
      {known.length > 0 && (
        <Choice label={words.choices} options={options} value={chosen} onChoose={setChosen} focusFirst />
      )}
    </WordDialog>
  )
}
