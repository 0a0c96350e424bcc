import type { Input } from '../../shared/contract'
import { useApi, useStore } from '../store/store-context'
import { Sentence } from '../ui/text'
import { acknowledgeWords as words } from '../words/alarm-words'
import { WordDialog } from './dialogs'

export type AlarmChosen = Input<'activity:acknowledge'>['alarm']

/** A supervisor has seen one alarm; it ends no lock (refund-protocol.md 9). */
export function AcknowledgeDialog(props: { readonly alarm: AlarmChosen; readonly says: string }) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const entriesChanged = useStore((state) => state.entriesChanged)
  return (
    <WordDialog
      title={words.title}
      intro={
        <>
          <p>
            <strong>
              <Sentence text={props.says} />
            </strong>
          </p>
          <p className="soft">{words.intro}</p>
        </>
      }
      asks={[{ text: 'note', label: words.note, help: words.noteHelp }]}
      submit={words.submit}
      send={({ pin, supervisor, note }) =>
        api.acknowledgeAlarm({ alarm: props.alarm, proof: { with: 'pin', pin }, supervisor, note })
      }
      done={() => {
        void entriesChanged().then(() => notify({ kind: 'acknowledged' }))
      }}
    />
  )
}
