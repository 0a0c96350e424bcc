import { expect, it } from 'vitest'
import type { LateNews } from '../../shared/attempt/alarms'
import { thePeople } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { App } from './app'

const news: LateNews = {
  ...{ kind: 'changed', key: 'R-7K3QX9A2MD@9', at: Date.now(), to: 'refunded' },
  ...{ marker: 'R-7K3QX9A2MD', code: '483920174462', hundredths: 25550, currency: 'HKD' },
}

it('tells what earlier refunds became in every place, and nothing of it over a lock', () => {
  const says = (locked: boolean) => {
    const app = { news: [news], people: thePeople({ staffed: true, locked }) }
    return wordsIn(draw(<App />, app, { place: 'activity' })).includes('HK$255.50')
  }
  expect([says(false), says(true)]).toEqual([true, false])
})
