import { resolve } from 'node:path'

/** What the bundler knows of a module: as much of it as is asked here. */
type Modules = {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

const pageScript = resolve('src/renderer/start.ts')
const windowScript = resolve('src/renderer/boot/open-window.tsx')

/** A module and all that it needs at once, but for `others`. */
function neededBy(script: string, modules: Modules, others: ReadonlySet<string>): ReadonlySet<string> {
  const needed = new Set<string>()
  const waiting = [script]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id) || others.has(id)) continue
    needed.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return needed
}

/**
 * Puts all that the window's first view needs, React included, into one file: what the bundler would share in a
 * dozen small ones weighs more and comes later. What the page's own small script needs stays with that.
 * @returns the name of the file that a module goes to; null leaves that to the bundler
 */
export function firstViewFile(): (id: string, modules: Modules) => string | null {
  let firstView: ReadonlySet<string> | null = null
  return (id, modules) => {
    firstView ??= neededBy(windowScript, modules, neededBy(pageScript, modules, new Set()))
    return firstView.has(id) ? 'first-view' : null
  }
}
