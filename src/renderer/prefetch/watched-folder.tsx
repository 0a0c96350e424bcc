import type { WatchedFolder as Folder } from '../../shared/outage'
import { useApi, useStore } from '../store/store-context'
import { clockTime } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Foreign } from '../ui/foreign'
import { Locked } from '../ui/locked'
import { Sentence } from '../ui/text'
import { explainFault } from '../words/faults'
import { folderFaultWords, prefetchWords } from '../words/prefetch-words'

const words = prefetchWords.folder

function Told(props: { readonly folder: Exclude<Folder, { at: 'none' }> }) {
  const { folder } = props
  return (
    <>
      <p className="mono fine outage-path">
        <Foreign text={folder.path} />
      </p>
      {folder.at === 'trouble' ? (
        <p className="help help-wait" role="status">
          {folderFaultWords(folder.why)} {folder.why === 'unreadable' && <Foreign text={folder.detail} />}
        </p>
      ) : (
        <>
          <p>
            <Sentence
              text={
                folder.lastImported === null
                  ? words.waiting
                  : words.taken(
                      folder.lastImported.name,
                      folder.lastImported.codes,
                      clockTime(folder.lastImported.when),
                    )
              }
            />
          </p>
          {folder.refused.map(({ name, fault }) => (
            <Explain key={name} explanation={explainFault(fault)} tone="wait" />
          ))}
        </>
      )}
    </>
  )
}

/** The folder into which the store's own system puts its lists. */
export function WatchedFolder(props: { readonly folder: Folder }) {
  const api = useApi()
  const adoptPrefetch = useStore((state) => state.adoptPrefetch)
  const { folder } = props
  const isWatched = folder.at !== 'none'
  return (
    <div className="outage-folder">
      <h3 className="label">{words.title}</h3>
      {isWatched ? <Told folder={folder} /> : <p>{words.none}</p>}
      <Locked setting="watchedFolder">
        <div className="button-row">
          <PressButton onPress={() => void adoptPrefetch(api.chooseFolder())}>
            {isWatched ? words.another : words.watch}
          </PressButton>
          {isWatched && (
            <PressButton onPress={() => void adoptPrefetch(api.clearFolder())}>{words.clear}</PressButton>
          )}
        </div>
      </Locked>
    </div>
  )
}
