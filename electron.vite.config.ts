import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

// Tillside must run on Electron 25 too, whatever version is installed here: Node 18, Chromium 114.
const nodeTarget = 'node18'
const pageTarget = 'chrome114'

/**
 * Fetches the window's code with the page, and leaves running it to the first script: after the first paint main, which
 * serves it, composes the program.
 */
const fetchWindowEarly: Plugin = {
  name: 'fetch-window-early',
  transformIndexHtml: (_html, { bundle }) =>
    Object.values(bundle ?? {}).flatMap((file) => {
      if (file.type !== 'chunk' || !['window', 'words'].includes(file.name)) return []
      const attrs = { rel: 'preload', as: 'script', crossorigin: true, href: `./${file.fileName}` }
      return [{ tag: 'link', attrs, injectTo: 'head' as const }]
    }),
}

export default defineConfig(({ mode }) => {
  // What the build is for (src/main/system/build.ts). The bundler's own modes are a checkout's.
  const kind = mode === 'package' || mode === 'test_package' ? mode : 'checkout'
  // Only a checkout's is run where it lies; the others are packed and then no more needed.
  const folder = resolve(kind === 'checkout' ? 'out' : 'out-packed')
  return {
    main: {
      define: {
        // The one thing in which builds of different kinds differ.
        TILLSIDE_BUILD: JSON.stringify(kind),
      },
      build: {
        outDir: join(folder, 'main'),
        target: nodeTarget,
        externalizeDeps: false,
        // Not minified: a till's log must show where a fault was.
        minify: false,
        rolldownOptions: {
          input: { index: resolve('src/main/index.ts') },
          // Only the native packages stay outside: what is bundled needs no copy in the package.
          external: ['keytar', 'libsql'],
          output: {
            format: 'cjs',
            // In the package's archive Electron 25's module loader finds nothing by `import()`, and by `require` it does.
            dynamicImportInCjs: false,
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // The engine reads them at every start: without them main loads about 20 ms sooner.
            comments: false,
          },
        },
      },
    },
    preload: {
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
      plugins: [react(), fetchWindowEarly],
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
