/** Makes the mutants of PROVE_MUTANTS in a program that has them built in; it stands before everything else. */
const numbers = (process.env.PROVE_MUTANTS ?? '').split(',').map(Number)
Object.assign(globalThis, { proveMutants: new Set(numbers) })
