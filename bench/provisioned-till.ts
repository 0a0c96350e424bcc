import { viewerOf } from '../src/main/copies/saved-copies'
import { openProfile } from '../src/main/profile/profile'
import type { SettingsStore } from '../src/main/settings/settings'
import type { FillOrder } from './fill-copies'

/** What it takes to save copies in a provisioned till, as the program itself would. */
export async function provisionedTill(
  folder: string,
): Promise<Pick<FillOrder, 'folder' | 'key' | 'viewer'> & { readonly settings: SettingsStore }> {
  const { vault, settings } = await openProfile('service', folder, 'any', console.error)
  const key = await vault.dataKey('saved copies', { createIfMissing: true })
  const viewer = await vault.withCredentials(async (credentials) => viewerOf(credentials))
  if (!key.ok || key.value === null || !viewer.ok) throw new Error('The till is not provisioned')
  return { folder, key: key.value, viewer: viewer.value, settings }
}
