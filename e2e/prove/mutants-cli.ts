/** Prints the mutants as one JSON line, for scripts/prove to build them. */
import { mutants } from './mutants'

process.stdout.write(JSON.stringify(mutants))
