// @ts-check

import { runChild } from '../session/children.mjs'
import { inProject, PlainFailure, projectFolder, say } from '../setup/project.mjs'
import { aloneInCheckout } from './build-lock.mjs'
import { describeFirstScript } from './first-script.mjs'
import { buildIsStale, fingerprint, stampBuild } from './staleness.mjs'

/**
 * Builds the app into out/. Throws a PlainFailure when it does not build.
 */
export async function buildApp() {
  await aloneInCheckout(build)
}

/**
 * Builds the app into out/ unless the build there is of these very sources.
 */
export async function buildWhenStale() {
  if (!buildIsStale()) return
  await aloneInCheckout(async () => {
    // Whoever held the lock before us may have built just this.
    if (buildIsStale()) await build()
  })
}

async function build() {
  say('building …')
  const state = fingerprint()
  const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const code = await runChild(process.execPath, [tool, 'build', '--logLevel', 'warn'], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) throw new PlainFailure('The build failed: see above.')
  stampBuild(state)
  say(describeFirstScript())
}
