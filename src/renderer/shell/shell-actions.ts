import type { DeskState } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { AttemptView } from '../../shared/payment-standing'
import type { Result } from '../../shared/result'
import type { PaperContent, PaperJob } from '../print/paper-job'
import { paperOf, suggestedName } from '../print/paper-job'
import type { RunReport } from '../scan/keystroke-run'
import { answerOf } from '../store/answer'
import { isHeld } from '../store/counter-place'
import type { Notice } from '../store/notice'
import type { DeskPorts, GetDesk, OpenDialog, Place, SetDesk } from '../store/store-types'

export type DeskActions = {
  readonly go: (place: Place) => void
  readonly openDialog: (dialog: OpenDialog) => void
  readonly closeDialog: () => void
  readonly setDrawer: (open: boolean) => void
  readonly showScannerReport: (report: RunReport) => void
  readonly notify: (notice: Notice | null) => void
  readonly say: (text: string) => void
  readonly deskChanged: (desk: DeskState) => void
  /** Takes a desk that main answered, or shows why it did not. Answers whether it did. */
  readonly adoptDesk: (answer: Promise<Result<DeskState, Fault>>, done: Notice | null) => Promise<boolean>
  readonly copy: (text: string) => Promise<void>
  readonly putOnPaper: (content: PaperContent, way: PaperJob['way']) => Promise<void>
  /** The paper is laid out: hands it to main and clears it away. */
  readonly paperReady: (job: PaperJob) => Promise<void>
  readonly setSearchText: (searchText: string) => void
  readonly openAttempt: (marker: string | null) => void
  /** A window that was reloaded in the middle of a refund shows where it stands. */
  readonly resumeAttempt: (attempt: AttemptView) => void
}

/** Everything around the counter: places, dialogs, notices, the desk's own state, paper. */
export function makeDeskActions(set: SetDesk, get: GetDesk, ports: DeskPorts): DeskActions {
  return {
    go: (place) => {
      if (!isHeld(get().counter))
        set({ place, dialog: null, drawerOpen: false, notice: null, openMarker: null, outageAsked: 0 })
    },
    openDialog: (dialog) => {
      if (!isHeld(get().counter)) set({ dialog, scannerReport: null })
    },
    closeDialog: () => set({ dialog: null }),
    setDrawer: (drawerOpen) => set({ drawerOpen }),
    showScannerReport: (scannerReport) => set({ scannerReport }),
    notify: (notice) => set({ notice }),
    say: (text) => set({ spoken: { number: get().spoken.number + 1, text } }),
    deskChanged: (desk) => {
      const before = get().desk
      set({ desk })
      const isBack = before.connection.state === 'offline' && desk.connection.state !== 'offline'
      if (isBack) void get().refreshCopy()
      // What was looked up with another address or token is not this one's to see.
      const same = before.serviceAddress === desk.serviceAddress && before.token === desk.token
      if (!same) void get().refreshRecent()
    },
    adoptDesk: async (answer, done) => {
      const desk = await answerOf(answer)
      if (desk.ok) {
        set({ desk: desk.value, notice: done })
        await get().refreshRecent()
      } else set({ notice: { kind: 'fault', fault: desk.fault } })
      return desk.ok
    },
    copy: async (text) => {
      const answer = await answerOf(ports.api.copyText({ text }))
      set({ notice: answer.ok ? { kind: 'copied', text } : { kind: 'fault', fault: answer.fault } })
    },
    putOnPaper: (content, way) => putOnPaper(set, ports, content, way),
    paperReady: (job) => handOverPaper(set, get, ports, job),
    setSearchText: (searchText) => set({ searchText }),
    openAttempt: (openMarker) => set({ openMarker, place: 'activity', dialog: null }),
    resumeAttempt: (attempt) =>
      set({ place: 'counter', counter: { at: 'outcome', attempt, shown: null, store: null } }),
  }
}

/** A slip says whose payment it was: where the window does not know, main may, from a saved copy. */
async function putOnPaper(
  set: SetDesk,
  ports: DeskPorts,
  content: PaperContent,
  way: PaperJob['way'],
): Promise<void> {
  if (content.subject !== 'outcome' || content.store !== null) return set({ paperJob: { content, way } })
  const { marker } = content.attempt.intent
  const evidence = await answerOf(ports.api.openAttempt({ marker }))
  const store = evidence.ok ? evidence.value.store : null
  set({ paperJob: { content: { ...content, store }, way } })
}

async function handOverPaper(set: SetDesk, get: GetDesk, ports: DeskPorts, job: PaperJob): Promise<void> {
  if (get().paperJob !== job) return
  const { subject } = job.content
  const paper = paperOf(job.content, get().desk.paper)
  if (job.way === 'print') {
    const answer = await answerOf(ports.api.printPaper({ subject, paper }))
    set({ paperJob: null, notice: answer.ok ? { kind: 'printed' } : { kind: 'fault', fault: answer.fault } })
    return
  }
  const answer = await answerOf(
    ports.api.savePaper({ subject, paper, suggestedName: suggestedName(job.content) }),
  )
  set({ paperJob: null })
  if (!answer.ok) set({ notice: { kind: 'fault', fault: answer.fault } })
  else if (answer.value.saved) set({ notice: { kind: 'saved', path: answer.value.path } })
}
