import { paperOf, suggestedName } from '../print/paper-job'
import { answerOf } from '../store/answer'
import { isHeld } from '../store/counter-place'
import type { PaperContent, PaperJob } from '../store/store-state'
import type { DeskActions, DeskPorts, GetDesk, SetDesk } from '../store/store-types'

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
