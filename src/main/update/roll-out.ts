import { createHash } from 'node:crypto'

/**
 * Whether a till is among the hundredths that take a version. The same till has the same place for the same version, so
 * a larger share only adds tills; another version is tried by other tills first.
 * @param share 0 to 100: nobody, to everybody.
 */
export function isOurTurn(deviceId: string, version: string, share: number): boolean {
  const hash = createHash('sha256').update(`${version}\n${deviceId}`).digest()
  return hash.readUInt32BE(0) % 100 < share
}
