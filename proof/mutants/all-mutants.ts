/** Every seeded mistake; its place in this list is its number in the program that is built of them. */
import { judgingMutants } from './judging'
import { keepingMutants } from './keeping'
import type { Mutant } from './mutant'
import { sendingMutants } from './sending'
import { servingMutants } from './serving'
import { settlingMutants } from './settling'
import { stalenessMutants } from './staleness'
import { takingOverMutants } from './taking-over'

export const mutants: readonly Mutant[] = [
  ...sendingMutants,
  ...stalenessMutants,
  ...judgingMutants,
  ...settlingMutants,
  ...keepingMutants,
  ...takingOverMutants,
  ...servingMutants,
]
