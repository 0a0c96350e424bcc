import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { buildFolders, buildKindOf } from './scripts/building/build-kinds'
import { noImportedExternals } from './scripts/building/no-imported-externals'
import { notePackages } from './scripts/building/note-packages'

// Tillside must run on Electron 25 too, whatever version is installed here: Node 18, Chromium 114.
const nodeTarget = 'node18'
const pageTarget = 'chrome114'

/** What runs in the main process. */
const programEntries = {
  index: resolve('src/main/index.ts'),
  'code-list-thread': resolve('src/main/prefetch/code-list-thread.ts'),
}

/** Commands that run under plain Node, from a checkout alone: a package can do both by itself. */
const commandEntries = {
  'practice-service': resolve('src/practice/cli.ts'),
  'verify-journal': resolve('src/main/journal/export/verify-journal-cli.ts'),
}

/** Leaves out a command whose source is not there, in words, rather than failing the app with it. */
function presentEntries(entries: Record<string, string>): Record<string, string> {
  const present = Object.entries(entries).filter(([name, file]) => {
    if (!existsSync(file)) console.warn(`left out of the build: ${name} (${file} is not there)`)
    return existsSync(file)
  })
  return Object.fromEntries(present)
}

export default defineConfig(({ mode }) => {
  const kind = buildKindOf(mode)
  const folder = resolve(buildFolders[kind])
  return {
    main: {
      define: {
        // The one thing in which builds of different kinds differ (src/main/system/build.ts).
        TILLSIDE_BUILD: JSON.stringify(kind),
      },
      plugins: [noImportedExternals(), notePackages('main')],
      build: {
        outDir: join(folder, 'main'),
        target: nodeTarget,
        // Only the native packages stay outside: what is bundled needs no copy in the package.
        externalizeDeps: true,
        // Not minified: a till's log must show where a fault was.
        minify: false,
        rolldownOptions: {
          input: presentEntries(
            kind === 'checkout' ? { ...programEntries, ...commandEntries } : programEntries,
          ),
          output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      plugins: [notePackages('preload')],
      build: {
        outDir: join(folder, 'preload'),
        target: nodeTarget,
        // A sandboxed preload can load nothing beside itself.
        externalizeDeps: false,
        minify: true,
        rolldownOptions: {
          input: { index: resolve('src/preload/index.ts') },
          output: { format: 'cjs', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    renderer: {
      plugins: [react(), notePackages('renderer')],
      build: {
        outDir: join(folder, 'renderer'),
        target: pageTarget,
        minify: true,
        // The page's policy allows no `data:` address.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: resolve('src/renderer/index.html') },
      },
    },
  }
})
