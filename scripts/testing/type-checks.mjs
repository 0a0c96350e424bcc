// @ts-check
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { captureChild } from '../session/children.mjs'
import { inProject, projectFolder } from '../setup/project.mjs'
import { floorTypeProjects } from './floor-types.mjs'
import { oneCheck, together } from './stages.mjs'

/** The folders that hold a part of the project with types of its own. */
const places = ['src', 'e2e', 'proof', 'scripts', 'bench']

/**
 * Type-checks every part of the project, each against what that part may know.
 * @returns {Promise<import('./stages.mjs').Findings>} one check for all of it
 */
export async function checkTypes() {
  return checkProjects(places.flatMap((place) => typeProjects(inProject(place))))
}

/**
 * Type-checks what runs in Electron against the oldest Electron it must run on.
 * @returns {Promise<import('./stages.mjs').Findings>} one check
 */
export async function checkFloorTypes() {
  return checkProjects(await floorTypeProjects([inProject('src', 'main'), inProject('src', 'preload')]))
}

/** @param {string[]} projects */
async function checkProjects(projects) {
  if (projects.length === 0) return { passed: 0, failed: 1, notes: ['no tsconfig was found'] }
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc')
  const results = await Promise.all(
    projects.map((project) =>
      captureChild(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: projectFolder }),
    ),
  )
  const { failed, notes } = together(results.map(oneCheck))
  return { passed: failed === 0 ? 1 : 0, failed: failed === 0 ? 0 : 1, notes: notes ?? [] }
}

/**
 * Every tsconfig below a folder.
 * @param {string} folder
 * @returns {string[]}
 */
function typeProjects(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return typeProjects(place)
    return /^tsconfig(\..+)?\.json$/.test(entry.name) ? [place] : []
  })
}
