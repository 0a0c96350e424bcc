import { readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'

/** Something that must be mended. */
export interface Finding {
  readonly rule: string
  readonly where: string
  readonly what: string
}

export interface LockedPackage {
  /** What it is installed as is the end of its folder; this is what it is. */
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Whether it is a tool: nothing of it is copied beside the program. What is bundled of it is judged by notices.ts. */
  readonly dev: boolean
  readonly integrity: string
  readonly resolved: string
  readonly hasInstallScript: boolean
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/** A lock file and the manifest beside it. */
export interface Lock {
  readonly name: string
  readonly packages: readonly LockedPackage[]
  readonly manifest: Manifest
}

interface Entry {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}

/** Reads the project's lock file. Throws when it is not there. */
export function readLock(): Lock {
  const name = 'package-lock.json'
  const text = readFileSync(inProject(name), 'utf8')
  const manifest: Manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  return { name, manifest, packages: packagesOf(text) }
}

export function packagesOf(text: string): readonly LockedPackage[] {
  const entries: Readonly<Record<string, Entry>> = JSON.parse(text).packages
  return Object.entries(entries)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => ({
      name: entry.name ?? folder.split('node_modules/').at(-1) ?? folder,
      version: entry.version ?? '',
      licence: entry.license ?? '',
      dev: entry.dev === true,
      integrity: entry.integrity ?? '',
      resolved: entry.resolved ?? '',
      hasInstallScript: entry.hasInstallScript === true,
    }))
}

/** Dependencies that are ranges, packages without a hash, and install scripts that nobody has named. */
export function findLooseEnds({ name: file, packages, manifest }: Lock): readonly Finding[] {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const ranges = wanted.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  const scripts = packages.filter(
    ({ name, hasInstallScript }) => hasInstallScript && manifest.allowScripts?.[name] === undefined,
  )
  return [
    ...ranges.map(([where, version]) => ({
      rule: 'manifest: range',
      where,
      what: `${version} is no exact version`,
    })),
    ...packages
      .filter(({ integrity }) => !integrity.startsWith('sha512-'))
      .map(({ name }) => ({ rule: 'lock: no hash', where: name, what: `${file} has no SHA-512 of it` })),
    ...scripts.map(({ name }) => ({
      rule: 'manifest: install script',
      where: name,
      what: 'has a script that runs when it is installed; allowScripts does not name it',
    })),
  ]
}
