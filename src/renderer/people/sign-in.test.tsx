import { expect, it } from 'vitest'
import { theCashier, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { SignIn } from './sign-in'

/** What a locked till shows where Ann has a badge or not, and the name that is chosen. */
function signIn(hasBadge: boolean, wasThere: typeof theCashier | typeof theManager | null) {
  const list = [theManager, { ...theCashier, hasBadge }]
  const people = thePeople({ staffed: true, locked: true, list, signedIn: wasThere })
  const markup = draw(<SignIn />, { people })
  const chosen = /<option[^>]*selected[^>]*>([^<]*)</.exec(markup)?.[1]
  return [wordsIn(markup).includes('Or scan a badge.'), chosen]
}

it('a locked till chooses whoever was there before, else a cashier, and names a badge where somebody has one', () => {
  const bob = { ...theCashier, id: 'p-bob' }
  expect([
    signIn(true, theManager),
    signIn(false, theCashier),
    signIn(false, null),
    signIn(false, bob),
  ]).toEqual([
    [true, 'Sam'],
    [false, 'Ann'],
    [false, 'Ann'],
    [false, 'Ann'],
  ])
})
