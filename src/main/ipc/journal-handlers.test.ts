import { expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import type { JournalOrder } from '../refund/refund-desk'
import type { SupervisorPin } from '../vault/supervisor-pin'
import { journalHandlers } from './journal-handlers'

const takenOver = { attempts: 2, undecided: 1, whole: false }

/** What a supervisor's order comes to with that PIN check, and what the desk was asked. */
async function begin(check: SupervisorPin['check']) {
  const asked: JournalOrder[] = []
  const handlers = journalHandlers({
    supervisorPin: { check },
    refundDesk: {
      async beginJournal(order) {
        asked.push(order)
        return succeed(takenOver)
      },
    },
  })
  const answer = await handlers['journal:begin']({ pin: '7351', supervisor: 'Ada', why: 'Disk' }, 1)
  return { answer, asked }
}

it('begins a new journal on the supervisor’s word, without handing the PIN on', async () => {
  const pins: string[] = []
  const { answer, asked } = await begin(async (pin) => {
    pins.push(pin)
    return succeed(null)
  })
  expect([answer, asked, pins]).toEqual([succeed(takenOver), [{ supervisor: 'Ada', why: 'Disk' }], ['7351']])
})

it('changes nothing on a wrong PIN, and nothing while there is none', async () => {
  const wrong = fail({ kind: 'pin_wrong', waitSeconds: 5 } as const)
  const none = fail({ kind: 'pin_not_set' } as const)
  expect([await begin(async () => wrong), await begin(async () => none)]).toEqual([
    { answer: wrong, asked: [] },
    { answer: none, asked: [] },
  ])
})
