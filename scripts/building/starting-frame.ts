import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import { inProject } from '../setup/project.mjs'

const place = '<!--starting frame-->'
const module = '/boot/starting-markup.tsx'

/**
 * Draws the counter with nothing on it into the built page, so that it is painted before any script runs. Main leaves in
 * the page what this load shows (src/main/window/page-files.ts). The hot-reload server's page has none.
 */
export function startingFrame(): Plugin {
  return {
    name: 'tillside:starting-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
        const { practice, service, looking } = await drawFrames()
        const frames = Object.entries({ practice, service }).map(
          ([counter, markup]) => `<!--start:${counter}-->${starting(markup)}<!--/start-->`,
        )
        return html
          .replace(place, () => frames.join(''))
          .replace('</body>', () => `<template id="looking">${looking}</template></body>`)
      },
    },
  }
}

/** Tests, and whoever drives the window, can tell the frame from the counter that takes its place. */
function starting(markup: string): string {
  const frame = '<div class="frame">'
  if (!markup.startsWith(frame) || /<!--|\sstyle=/.test(markup))
    throw new Error('The starting frame is not what the page takes: a frame without comments or styles')
  return markup.replace(frame, '<div class="frame" data-starting="">')
}

async function drawFrames(): Promise<Record<'practice' | 'service' | 'looking', string>> {
  const server = await createServer({
    configFile: false,
    root: inProject('src', 'renderer'),
    cacheDir: inProject('node_modules', '.cache', 'starting-frame'),
    logLevel: 'error',
    appType: 'custom',
    mode: 'production',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [react()],
  })
  try {
    const { startingMarkup } = await server.ssrLoadModule(module)
    return startingMarkup()
  } finally {
    await server.close()
  }
}
