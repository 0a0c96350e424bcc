import { isolatedText } from '../../shared/shown-text'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { Facts } from '../ui/facts'
import { WhileOpen } from '../ui/while-open'
import { serviceWords as words } from '../words/service-words'
import { otherNames, servicesBefore } from './known-services'
import { SettleServiceDialog } from './settle-service-dialog'

/** The question whether a new address is the same service, and the way to take an answer back (refund-protocol.md 14). */
export function ServiceQuestion() {
  const app = useStore((state) => state.app)
  const openDialog = useStore((state) => state.openDialog)
  const { serviceAddress: address } = app
  const unsettled = !app.refunds.on && app.refunds.why === 'service_unsettled'
  const known = unsettled ? servicesBefore(app) : []
  const others = otherNames(app)
  const [only] = known
  if (!unsettled && others.length === 0) return null
  return (
    <>
      {unsettled ? (
        <Explain
          tone="wait"
          explanation={{
            title:
              known.length === 1 && only !== undefined
                ? words.question(address, only.name)
                : words.questionMany(address),
            meaning: words.why,
            next: words.next,
          }}
        >
          <PressButton onPress={() => openDialog('settle_service')}>{words.answer}</PressButton>
        </Explain>
      ) : (
        <>
          <Facts mono rows={[[words.names, [...others, address].map(isolatedText).join(' · ')]]} />
          <div className="button-row">
            <PressButton look="danger" onPress={() => openDialog('settle_service')}>
              {words.takeBack}
            </PressButton>
          </div>
        </>
      )}
      <WhileOpen dialog="settle_service">
        <SettleServiceDialog address={address} known={known} />
      </WhileOpen>
    </>
  )
}
