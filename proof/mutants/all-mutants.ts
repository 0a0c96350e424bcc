import { judgingMutants } from './judging'
import { keepingMutants } from './keeping'
import type { Mutant } from './mutant'
import { sendingMutants } from './sending'
import { settlingMutants } from './settling'

/** Every seeded mistake; its place in this list, from 1, is its number in the program that is built of them. */
export const mutants: readonly Mutant[] = [
  ...sendingMutants,
  ...judgingMutants,
  ...settlingMutants,
  ...keepingMutants,
]
