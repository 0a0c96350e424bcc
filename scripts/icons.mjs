// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { drawIcon } from './packaging/draw-icon.mjs'
import { icnsOf, icoOf, linuxSizes, macSizes, windowsSizes } from './packaging/icon-files.mjs'
import { inProject, runScript, say } from './setup/project.mjs'

/** @param {readonly number[]} sizes */
async function drawAll(sizes) {
  const pictures = []
  for (const size of sizes) pictures.push({ size, png: await drawIcon(size) })
  return pictures
}

// Draws resources/icon.svg at every size that a package needs: `npm run icons`, whenever the drawing was changed.
await runScript(async () => {
  mkdirSync(inProject('resources', 'icons'), { recursive: true })
  for (const { size, png } of await drawAll(linuxSizes)) {
    writeFileSync(inProject('resources', 'icons', `${size}x${size}.png`), png)
  }
  writeFileSync(inProject('resources', 'icon.ico'), icoOf(await drawAll(windowsSizes)))
  writeFileSync(inProject('resources', 'icon.icns'), icnsOf(await drawAll(macSizes)))
  say('the icons are in resources/')
})
