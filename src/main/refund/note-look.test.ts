import { expect, it } from 'vitest'
import { ownMarker, startOfDay } from '../../shared/testing/refund-samples'
import { noteLook } from './note-look'
import { makeJournalPlace } from './testing/journal-place'

it('writes a look at an attempt that nobody knows nowhere', async () => {
  const place = makeJournalPlace(() => startOfDay)
  const journal = await place.openWell()
  const ignore = () => undefined
  const parts = {
    journal,
    now: () => startOfDay,
    serviceAddress: () => '',
    changed: ignore,
    tried: ignore,
    log: ignore,
  }
  noteLook(parts, ownMarker, { kind: 'no_record', detail: '' }, '', true)
  const lines = journal.head().seq
  journal.close()
  place.remove()
  expect(lines).toBe(0)
})
