import { useApi, useStore } from '../store/store-context'
import { releaseWords as words } from '../words/counter'
import { WordDialog } from './dialogs'

/** A supervisor ends a lock that no refund of this record holds (refund-protocol.md 2 and 12). */
export function ReleaseDialog(props: { readonly line: number }) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const entriesChanged = useStore((state) => state.entriesChanged)
  return (
    <WordDialog
      title={words.title}
      intro={<p>{words.intro}</p>}
      asks={[
        { text: 'saw', label: words.saw, help: words.sawHelp },
        { text: 'why', label: words.why },
      ]}
      submit={words.submit}
      look="danger"
      send={({ pin, supervisor, saw, why }) =>
        api.releasePayment({ line: props.line, proof: { with: 'pin', pin }, supervisor, saw, why })
      }
      done={() => {
        // The receipt may be looked up anew, which clears what was said before.
        void entriesChanged().then(() => notify({ kind: 'released' }))
      }}
    />
  )
}
