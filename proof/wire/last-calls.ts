/** Which of the system calls that a run makes may be missing in the next. */

/**
 * Whether the call of this number need not come, where a run without faults made `known`. The last few differ from run
 * to run, of a long series one in twenty: when the keychain is written depends on time. Of a short series those would be
 * all, so half of it must come.
 */
export function mayStayAway(at: number, known: number): boolean {
  const mostMissing = Math.min(Math.max(4, Math.floor(known / 20)), Math.floor(known / 2))
  return at > known - mostMissing
}
