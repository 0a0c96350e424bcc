/** A version of the program: three numbers, each under a million, without signs or zeros in front. */
export type Version = readonly [major: number, minor: number, patch: number]

const form = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

/** Null for whatever is not three numbers, pre-releases among it: nothing of the kind is ever offered to a till. */
export function readVersion(text: string): Version | null {
  const found = form.exec(text)
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])]
}

/** Below zero when `one` is older than `other`, zero when they are the same. */
export function compareVersions(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}
