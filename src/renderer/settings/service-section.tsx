import { useApi, useStore } from '../store/store-context'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { PressButton } from '../ui/controls'
import { Facts } from '../ui/facts'
import { Section } from '../ui/section'
import { WhileOpen } from '../ui/while-open'
import { settingsWords, tokenWords } from '../words/settings'
import { ServiceForm } from './service-form'
import { ServiceQuestion } from './service-question'

const words = settingsWords.service

function ForgetDialog() {
  const api = useApi()
  const adoptAppState = useStore((state) => state.adoptAppState)
  return (
    <ConfirmDialog
      title={words.forgetTitle}
      confirm={words.forget}
      onConfirm={() => void adoptAppState(api.forgetToken(), { kind: 'token_forgotten' })}
    >
      <p>{words.forgetMeaning}</p>
    </ConfirmDialog>
  )
}

/** Where payments are looked up, and the token for it, which never comes back to this page. */
export function ServiceSection() {
  const practice = useStore((state) => state.app.mode === 'practice')
  const address = useStore((state) => state.app.serviceAddress)
  const token = useStore((state) => state.app.token)
  const openDialog = useStore((state) => state.openDialog)
  return (
    <Section title={words.title}>
      {practice ? <p>{words.practice}</p> : <p>{tokenWords(token)}</p>}
      {address !== '' && <Facts mono rows={[[words.now, address]]} />}
      {!practice && <ServiceQuestion />}
      {!practice && (
        <>
          <ServiceForm submitName={words.connect} />
          {token !== 'none' && (
            <div className="button-row">
              <PressButton look="danger" onPress={() => openDialog('forget_token')}>
                {words.forget}
              </PressButton>
            </div>
          )}
        </>
      )}
      <WhileOpen dialog="forget_token">
        <ForgetDialog />
      </WhileOpen>
    </Section>
  )
}
