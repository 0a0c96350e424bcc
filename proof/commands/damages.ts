/** Damage to journals, while programs run and while they do not, and files that are put back. */
import fastCheck from 'fast-check'
import { damageFiles, fileDamage, lineDamage } from '../till/damage'
import { tillNumber } from './cashiers'
import { command, type HistoryCommand, tillAt } from './command'

/** The disk fails while the program is down: one to three places at once. Then it is started again. */
export const fileDamages: fastCheck.Arbitrary<HistoryCommand> = fastCheck
  .record({ till: tillNumber, damages: fastCheck.array(fileDamage, { minLength: 1, maxLength: 3 }) })
  .map((args) =>
    command({
      name: 'damage',
      args,
      needs: args.till,
      async run({ till: place, damages }, world) {
        const till = tillAt(world, place)
        await till.crash()
        const folder = till.moveFiles()
        for (const damage of damages) if (damageFiles(folder, damage)) till.noteDamage()
        await till.start()
        world.tally.count(`after damage: ${till.refunds()?.refundsOff() ?? 'on'}`)
      },
    }),
  )

/** Somebody changes the journal of a program that runs. */
export const meddlings: fastCheck.Arbitrary<HistoryCommand> = fastCheck
  .record({ till: tillNumber, damage: lineDamage })
  .map((args) =>
    command({
      name: 'meddle',
      args,
      needs: args.till,
      run({ till: place, damage }, world) {
        const till = tillAt(world, place)
        if (damageFiles(till.folder(), damage)) till.noteDamage()
      },
    }),
  )

/** A backup is made, or put back: the files alone, as the keychain is not part of it. */
export const backups: fastCheck.Arbitrary<HistoryCommand> = fastCheck
  .record({ till: tillNumber, putBack: fastCheck.boolean() })
  .map((args) =>
    command({
      name: args.putBack ? 'putBack' : 'backup',
      args,
      needs: args.till,
      async run({ till: place, putBack }, world) {
        const till = tillAt(world, place)
        if (!putBack) {
          till.backup()
          return
        }
        await till.crash()
        till.putBack()
        await till.start()
      },
    }),
  )
