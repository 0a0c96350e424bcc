/** Every seeded mistake; its place in this list is its number in the program that is built of them. */
import { judgingMutants } from './judging'
import type { Mutant } from './mutant'
import { settlingMutants } from './settling'
import { stalenessMutants } from './staleness'

export const mutants: readonly Mutant[] = [...judgingMutants, ...settlingMutants, ...stalenessMutants]
