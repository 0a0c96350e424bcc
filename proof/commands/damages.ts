/** Damage to journals, while programs run and while they do not, and files that are put back. */
import fastCheck from 'fast-check'
import { damageFiles, fileDamage, lineDamage } from '../till/files'
import { atTill } from './command'

/** The disk fails while the program is down: one to three places at once. Then it is started again. */
export const fileDamages = atTill('damage', {
  args: { damages: fastCheck.array(fileDamage, { minLength: 1, maxLength: 3 }) },
  async run(till, { damages }, world) {
    await till.crash()
    const folder = till.moveFiles()
    for (const damage of damages) if (damageFiles(folder, damage)) till.noteDamage()
    await till.start()
    world.tally.count(`after damage: ${till.refunds()?.refundsOff() ?? 'on'}`)
  },
})

/** Somebody changes the journal of a program that runs. */
export const meddlings = atTill('meddle', {
  args: { damage: lineDamage },
  run(till, { damage }) {
    if (damageFiles(till.folder(), damage)) till.noteDamage()
  },
})

/** A backup is made, or put back: the files alone, as the keychain is not part of it. */
export const backups = atTill('backup', {
  args: { putBack: fastCheck.boolean() },
  called: (args) => (args.putBack ? 'putBack' : 'backup'),
  async run(till, { putBack }) {
    if (!putBack) {
      till.backup()
      return
    }
    await till.crash()
    till.putBack()
    await till.start()
  },
})
