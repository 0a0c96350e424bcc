// Electron's main process knows no TypeScript.
require('tsx/cjs')
require('./engine.ts')
