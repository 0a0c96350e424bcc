/** A profile's settings lie under this name in its folder. Known by itself: what reads it first loads nothing more. */
export const settingsFileName = 'settings.json'
