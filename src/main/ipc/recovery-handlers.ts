import { readFile, stat } from 'node:fs/promises'
import type { OpenDialogOptions, OpenDialogReturnValue } from 'electron'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { localDay } from '../files/local-day'
import type { SaveFile } from '../files/save-file'
import type { Restored } from '../recovery/journal-kit'
import type { KitContent } from '../recovery/recovery-kit'
import { longestKit, sealKit } from '../recovery/recovery-kit'
import type { RefundService } from '../refund/refund-service'
import type { Settings } from '../settings/settings-schema'
import { systemWords } from '../words/system-words'
import type { Handlers } from './answer-call'

type Deps = {
  /** What a kit of this till holds now. */
  readonly collect: () => Promise<Result<KitContent, Fault>>
  readonly restore: (text: string, passphrase: string) => Promise<Result<Restored, Fault>>
  readonly refundService: Pick<RefundService, 'acted' | 'wake'>
  readonly settings: { readonly read: () => Pick<Settings, 'cashier'> }
  readonly showOpenDialog: (options: OpenDialogOptions) => Promise<OpenDialogReturnValue>
  readonly saveFile: SaveFile
  readonly now: () => Date
}

const kitFiles: OpenDialogOptions = {
  properties: ['openFile'],
  filters: [{ name: systemWords.kinds.json, extensions: ['json'] }],
}

/** What is longer than any kit is none, and so is what cannot be read. */
async function readKit(file: string): Promise<string> {
  try {
    return (await stat(file)).size > longestKit ? '' : await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

/** What a new PC or a new keychain needs to open this till's journals (docs/administration.md, "Recovery kit"). */
export function recoveryHandlers(deps: Deps) {
  return {
    'recovery:save': async ({ passphrase }) => {
      const kit = await deps.collect()
      if (!kit.ok) return kit
      const saved = await deps.saveFile({
        suggestedName: `Tillside recovery kit ${kit.value.till} ${localDay(deps.now().getTime())}`,
        kind: 'json',
        content: await sealKit(kit.value, passphrase),
      })
      if (saved.ok && saved.value.saved) {
        const act = { act: 'export', what: 'recovery kit', from: '', to: '' } as const
        deps.refundService.acted(act, deps.settings.read().cashier || null)
      }
      return saved
    },
    'recovery:open': async ({ passphrase }) => {
      const { canceled, filePaths } = await deps.showOpenDialog(kitFiles)
      const [file] = filePaths
      if (canceled || file === undefined) return succeed({ opened: false, journals: 0, missing: 0 })
      const text = await readKit(file)
      if (text === '') return fail({ kind: 'recovery_kit', why: 'not_a_kit' })
      const restored = await deps.restore(text, passphrase)
      if (!restored.ok) return restored
      deps.refundService.wake()
      return succeed({ opened: true, ...restored.value })
    },
  } satisfies Partial<Handlers>
}
