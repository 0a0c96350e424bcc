/** Damage to journals, while programs run and while they do not, and files that are put back. */
import fastCheck from 'fast-check'
import { damageFiles, fileDamage, lineDamage } from '../till/damage'
import { tillNumber } from './cashiers'
import { commandsOf, tillAt } from './command'

/** The disk fails while the program is down: one to three places at once. Then it is started again. */
export const fileDamages = commandsOf(
  'damage',
  fastCheck.record({
    till: tillNumber,
    damages: fastCheck.array(fileDamage, { minLength: 1, maxLength: 3 }),
  }),
  {
    needs: ({ till }) => till,
    async run({ till: place, damages }, world) {
      const till = tillAt(world, place)
      await till.crash()
      const folder = till.moveFiles()
      for (const damage of damages) if (damageFiles(folder, damage)) till.noteDamage()
      await till.start()
      world.tally.count(`after damage: ${till.refunds()?.refundsOff() ?? 'on'}`)
    },
  },
)

/** Somebody changes the journal of a program that runs. */
export const meddlings = commandsOf('meddle', fastCheck.record({ till: tillNumber, damage: lineDamage }), {
  needs: ({ till }) => till,
  run({ till: place, damage }, world) {
    const till = tillAt(world, place)
    if (damageFiles(till.folder(), damage)) till.noteDamage()
  },
})

/** A backup is made, or put back: the files alone, as the keychain is not part of it. */
export const backups = commandsOf(
  'backup',
  fastCheck.record({ till: tillNumber, putBack: fastCheck.boolean() }),
  {
    called: (args) => (args.putBack ? 'putBack' : 'backup'),
    needs: ({ till }) => till,
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
  },
)
