import { expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import type { Standing } from '../journal/journal-types'
import { advanceStanding, nothingStands } from '../journal/standing'
import { makeConnectedService } from './connected-service'

/** A journal that only takes names of services, until its disk is full. */
function setUp(serviceName: string, movedFrom = '') {
  let standing: Standing = nothingStands
  let line = 0
  let full = false
  const logged: string[] = []
  const stored = { serviceName, movedFrom }
  let moves = 0
  const services = makeConnectedService({
    journal: {
      standing: () => standing,
      appendTill(till) {
        if (full) return fail({ kind: 'unwritable', detail: 'no room' })
        line += 1
        standing = advanceStanding(standing, { seq: line, till }, null)
        return succeed(line)
      },
    },
    serviceName: () => stored.serviceName,
    movedFrom: () => stored.movedFrom,
    moveWritten: () => {
      moves += 1
    },
    now: () => 0,
    log: (words) => logged.push(words),
  })
  return {
    services,
    stored,
    logged,
    lines: () => line,
    moves: () => moves,
    fillDisk() {
      full = true
    },
  }
}

it('names nothing while no address is stored, and the payments of none', () => {
  const { services, lines } = setUp('')
  expect([
    services.nameAddress(),
    lines(),
    services.isUnsettled(),
    services.paymentHere('pay-1'),
    services.paymentAt('', 'pay-1'),
  ]).toEqual([false, 0, false, { services: [], id: 'pay-1' }, null])
})

it('names an address once', () => {
  const { services, lines } = setUp('https://pay.example')
  const named = [services.nameAddress(), services.nameAddress()]
  expect([named, lines(), services.paymentAt('https://pay.example', 'pay-1')]).toEqual([
    [true, false],
    1,
    { service: 1, services: [1], id: 'pay-1' },
  ])
})

it('keeps an address unsettled whose line the disk does not take', () => {
  const { services, logged, fillDisk } = setUp('https://pay.example')
  fillDisk()
  expect([services.nameAddress(), services.isUnsettled(), logged.length]).toEqual([false, true, 1])
})

it('keeps an address unsettled that had a number of its own until its move is written', () => {
  const { services, stored, fillDisk } = setUp('https://pay.example')
  services.nameAddress()
  stored.serviceName = 'https://new.example'
  services.nameAddress()
  const before = services.isUnsettled()
  stored.movedFrom = 'https://pay.example'
  fillDisk()
  expect([before, services.nameAddress(), services.isUnsettled()]).toEqual([false, false, true])
})

it('says that a move is written once it is, and again where the credentials still speak of it', () => {
  const { services, stored, moves, lines, fillDisk } = setUp('https://pay.example')
  services.nameAddress()
  Object.assign(stored, { serviceName: 'https://new.example', movedFrom: 'https://pay.example' })
  const before = moves()
  services.nameAddress()
  const after = [lines(), moves()]
  services.nameAddress()
  const again = [lines(), moves()]
  Object.assign(stored, { serviceName: 'https://third.example', movedFrom: 'https://new.example' })
  fillDisk()
  services.nameAddress()
  expect([before, after, again, moves()]).toEqual([0, [2, 1], [2, 2], 2])
})

it('takes a move from an address that nobody knows for no move', () => {
  const { services, stored } = setUp('https://pay.example')
  services.nameAddress()
  stored.serviceName = 'https://new.example'
  stored.movedFrom = 'https://never.example'
  services.nameAddress()
  expect(services.paymentHere('pay-1').services).toEqual([2])
})
