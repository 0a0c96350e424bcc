/** Electron runs no TypeScript by itself; the program that ships is built, and this one is for a test. */
require('tsx/cjs')
require('./refund-once.ts')
