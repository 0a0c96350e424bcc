/** Mistakes that somebody could make where a new journal takes the place of a damaged one. */
import type { Mutant } from './mutants'

const inheriting = 'src/main/refund/inherit.ts'
const opening = 'src/main/refund/open-journal.ts'

export const damageMutants: readonly Mutant[] = [
  {
    name: 'a new journal begins without what was undecided in the damaged one',
    changes: [
      {
        file: inheriting,
        find: 'if (locked.has(intent.id)) return false',
        replace: "if (intent.id !== '') return false",
      },
    ],
  },
  {
    name: 'the last thing read of a damaged journal, that a refund was meant, counts as never sent',
    changes: [
      {
        file: inheriting,
        find: '  const all = [...events, ...sending, ...unknown]',
        replace:
          "  const never = { kind: 'cancelled', at, why: 'found_at_start' } as const\n  const all = state === 'intended' ? [...events, never] : [...events, ...sending, ...unknown]",
      },
    ],
  },
  {
    name: 'a new journal takes the place of a damaged one by itself',
    changes: [
      {
        file: opening,
        find: "  if (hasSetAside(parts.folder)) return off('journal_damaged', 'The damaged journal was set aside earlier')\n",
        replace: '',
      },
      {
        file: opening,
        find: "    return off('journal_rolled_back', 'The keychain knows a journal that is not on this disk')\n",
        replace: '',
      },
    ],
  },
]
