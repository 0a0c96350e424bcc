import { expect, it } from 'vitest'
import { theManager, thePeople } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { SignIn } from './sign-in'

const ann = {
  id: 'p-ann',
  name: 'Ann',
  role: 'cashier',
  hasPin: true,
  hasBadge: false,
  stopped: false,
} as const

/** What a locked till shows where Ann has a badge or not, and the name that is chosen. */
function signIn(hasBadge: boolean, wasThere: typeof ann | typeof theManager | null) {
  const list = [theManager, { ...ann, hasBadge }]
  const people = thePeople({ staffed: true, locked: true, list, signedIn: wasThere })
  const markup = draw(<SignIn />, { people })
  const chosen = /<option[^>]*selected[^>]*>([^<]*)</.exec(markup)?.[1]
  return [wordsIn(markup).includes('Or scan a badge.'), chosen]
}

it('a locked till chooses whoever was there before, else a cashier, and names a badge where somebody has one', () => {
  const bob = { ...ann, id: 'p-bob' }
  expect([signIn(true, theManager), signIn(false, ann), signIn(false, null), signIn(false, bob)]).toEqual([
    [true, 'Sam'],
    [false, 'Ann'],
    [false, 'Ann'],
    [false, 'Ann'],
  ])
})
