import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hearPractice,
  nameService,
  nextService,
  noServices,
  numbersOf,
  type ServiceNamed,
  type ServiceRegistry,
  serviceNames,
  serviceOf,
} from './service-registry'

function named(service: number, address: string, why: ServiceNamed['why'] = 'first'): ServiceNamed {
  return { kind: 'service_named', at: 1, service, address, why, by: null }
}

const fold = (events: readonly ServiceNamed[]): ServiceRegistry => events.reduce(nameService, noServices)

const one = 'https://one.example'
const two = 'https://two.example'
const three = 'https://three.example'

describe('an address', () => {
  it('names nothing until a line says so', () => {
    expect([serviceOf(noServices, one), numbersOf(noServices, one), nextService(noServices)]).toEqual([
      null,
      [],
      1,
    ])
  })

  it('names its service however it is spelled', () => {
    const services = fold([named(1, 'https://One.Example:443/')])
    expect(
      ['https://one.example', 'https://ONE.example./'].map((address) => serviceOf(services, address)),
    ).toEqual([1, 1])
  })

  it('is practice once its service said so, whatever numbers it gets', () => {
    const heard = hearPractice(fold([named(1, one)]), 'https://One.Example:443/')
    const later = nameService(nameService(heard, named(1, two, 'moved')), named(2, one, 'another'))
    expect([[...heard.practice], [...later.practice], numbersOf(heard, one)]).toEqual([[one], [one], [1]])
  })

  it('may be one of several names of a service: a move gives the new one the same number', () => {
    const services = fold([named(1, one), named(1, two, 'moved')])
    expect([numbersOf(services, two), nextService(services)]).toEqual([[1], 2])
  })

  it('names what its last line says, and its former numbers still lock', () => {
    const back = fold([named(1, one), named(1, two, 'moved'), named(2, two, 'another')])
    const again = nameService(back, named(1, two, 'same'))
    expect([serviceOf(back, two), numbersOf(back, two), numbersOf(again, two)]).toEqual([2, [2, 1], [1, 2]])
  })

  it('brings along whatever hangs together with it by other addresses', () => {
    const services = fold([named(1, one), named(2, two), named(3, three), named(1, two, 'same')])
    const chained = nameService(services, named(3, one, 'another'))
    expect([numbersOf(services, one), numbersOf(services, three), numbersOf(chained, two)]).toEqual([
      [1, 2],
      [3],
      [1, 2, 3],
    ])
  })
})

describe('the services on screen', () => {
  it('are all numbers with the addresses that name each now', () => {
    const services = fold([named(3, three), named(1, one), named(1, two, 'moved'), named(2, one, 'another')])
    expect(serviceNames(nameService(services, named(2, three, 'same')))).toEqual([
      { service: 1, addresses: [two] },
      { service: 2, addresses: [three, one] },
      { service: 3, addresses: [] },
    ])
  })
})

describe('any lines about addresses', () => {
  const addresses = fc.constantFrom(one, two, three, 'practice')
  const anyNamed = fc
    .tuple(fc.integer({ min: 1, max: 6 }), addresses)
    .map(([service, address]) => named(service, address))

  it('never take a number from an address', () => {
    fc.assert(
      fc.property(fc.array(anyNamed, { maxLength: 20 }), anyNamed, addresses, (events, event, address) => {
        const before = fold(events)
        const after = new Set(numbersOf(nameService(before, event), address))
        expect(numbersOf(before, address).filter((number) => !after.has(number))).toEqual([])
      }),
    )
  })

  it('give a new address that a service moved to all numbers of the old one', () => {
    fc.assert(
      fc.property(fc.array(anyNamed, { maxLength: 20 }), addresses, (events, address) => {
        const before = fold(events)
        const service = serviceOf(before, address)
        if (service === null) return
        const moved = nameService(before, named(service, 'https://new.example', 'moved'))
        expect(numbersOf(moved, 'https://new.example')).toEqual(numbersOf(before, address))
      }),
    )
  })

  it('never give a number twice to two services', () => {
    fc.assert(
      fc.property(fc.array(anyNamed, { maxLength: 20 }), (events) => {
        const services = fold(events)
        expect([...services.names.values()].flat()).not.toContain(nextService(services))
      }),
    )
  })
})
