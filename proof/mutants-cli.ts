/** Prints the mutants as one JSON line, for proof/run to build and look for them. */
import { mutants } from './mutants/all-mutants'

process.stdout.write(JSON.stringify(mutants))
