import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { captureChild } from '../session/children'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import { PlainFailure } from '../setup/project.mjs'

/** What electron-builder asks of fpm, as far as our packages have it. */
export interface LinuxPackageOrder {
  kind: 'deb' | 'rpm'
  /** The file to be made. */
  file: string
  name: string
  version: string
  architecture: string
  maintainer: string
  homepage: string
  summary: string
  license: string
  /** The packages it cannot do without, each as that system writes it. */
  depends: string[]
  recommends: string[]
  /** Files with the scripts that run after it was installed, and after it was removed. */
  afterInstall: string
  afterRemove: string
  /** What goes where: a folder's content when the source ends with a slash, else one file. */
  contents: { from: string; to: string }[]
}

const text = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

/** Reads fpm's words. Throws on any that this cannot do: what is asked for is never left out in silence. */
export function readOrder(words: readonly string[]): LinuxPackageOrder {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      'input-type': { ...text, short: 's' },
      'output-type': { ...text, short: 't' },
      force: { type: 'boolean' },
      depends: { ...several, short: 'd', default: [] },
      'deb-recommends': { ...several, default: [] },
      'deb-compression': text,
      'deb-priority': text,
      'rpm-compression': text,
      'rpm-os': text,
      'rpm-summary': text,
      architecture: text,
      'after-install': text,
      'after-remove': text,
      description: text,
      version: text,
      package: text,
      name: text,
      maintainer: text,
      vendor: text,
      url: text,
      license: text,
    },
  })
  const kind = values['output-type']
  if (values['input-type'] !== 'dir' || (kind !== 'deb' && kind !== 'rpm'))
    throw new PlainFailure(`Only a deb or an rpm of a folder can be made, not ${kind}.`)
  const needed = (name: Exclude<keyof typeof values, 'force' | 'depends' | 'deb-recommends'>): string => {
    const value = values[name]
    if (value === undefined) throw new PlainFailure(`A ${kind} needs --${name}.`)
    return value
  }
  return {
    kind,
    file: needed('package'),
    name: needed('name'),
    version: needed('version'),
    architecture: needed('architecture'),
    maintainer: needed('maintainer'),
    homepage: needed('url'),
    summary: (values['rpm-summary'] ?? needed('description').split('\n')[0] ?? '').trim(),
    license: needed('license'),
    depends: values.depends,
    recommends: values['deb-recommends'],
    afterInstall: needed('after-install'),
    afterRemove: needed('after-remove'),
    contents: positionals.map(contentOf),
  }
}

function contentOf(word: string) {
  const at = word.indexOf('=/')
  if (at < 1) throw new PlainFailure(`“${word}” does not say what goes where.`)
  return { from: word.slice(0, at), to: word.slice(at + 1) }
}

/** Makes the package that fpm's words ask for, by the system's own tools. Throws a PlainFailure with what they said. */
export async function makeLinuxPackage(words: readonly string[]): Promise<void> {
  const order = readOrder(words)
  const scratch = temporaryFolder('package')
  try {
    const root = path.join(scratch, 'root')
    stage(order, root)
    await (order.kind === 'deb' ? makeDeb(order, root) : makeRpm(order, root, scratch))
  } finally {
    removeTemporaryFolder(scratch)
  }
}

/** Lays out the tree as it will be installed: readable by everybody, writable by root alone, whatever the umask was. */
function stage({ contents }: LinuxPackageOrder, root: string) {
  for (const { from, to } of contents) {
    const place = path.join(root, to)
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(from, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  }
  for (const entry of entriesBelow(root)) {
    const stats = lstatSync(entry)
    if (!stats.isSymbolicLink())
      chmodSync(entry, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

function entriesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((entry) => path.join(root, entry))
}

/** What an administrator may change: an upgrade asks before it takes the place of it. */
function settingsOf(root: string): string[] {
  return entriesBelow(root)
    .filter((entry) => !lstatSync(entry).isDirectory())
    .map((entry) => `/${path.relative(root, entry)}`)
    .filter((place) => place.startsWith('/etc/'))
}

/** Debian's description of a package, as `DEBIAN/control` has it. */
export function controlText(order: LinuxPackageOrder, installedKibibytes: number): string {
  const fields = {
    Package: order.name,
    Version: order.version,
    Architecture: order.architecture,
    Maintainer: order.maintainer,
    'Installed-Size': String(installedKibibytes),
    Depends: order.depends.join(', '),
    Recommends: order.recommends.join(', '),
    Section: 'misc',
    Priority: 'optional',
    Homepage: order.homepage,
    Description: order.summary,
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== '')
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`
}

async function makeDeb(order: LinuxPackageOrder, root: string) {
  const sizes = entriesBelow(root).map((entry) => Math.ceil(lstatSync(entry).size / 1024))
  const papers = path.join(root, 'DEBIAN')
  mkdirSync(papers, { mode: 0o755 })
  const installed = sizes.reduce((sum, size) => sum + size, 0)
  writeFileSync(path.join(papers, 'control'), controlText(order, installed), { mode: 0o644 })
  const settings = settingsOf(root)
  if (settings.length > 0)
    writeFileSync(path.join(papers, 'conffiles'), settings.map((file) => `${file}\n`).join(''), {
      mode: 0o644,
    })
  writeFileSync(path.join(papers, 'postinst'), readFileSync(order.afterInstall), { mode: 0o755 })
  writeFileSync(path.join(papers, 'postrm'), readFileSync(order.afterRemove), { mode: 0o755 })
  // Five times as quick and a seventh larger, where the package is only tried.
  const strength = process.env.TILLSIDE_QUICK_PACKAGES === 'on' ? '-z1' : '-z6'
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', strength, '--build', root, order.file])
}

/** rpm's description of a package. Every path is listed: nothing is found by itself. */
export function specText(order: LinuxPackageOrder, files: readonly string[]): string {
  const script = (file: string) => readFileSync(file, 'utf8').replace(/^#!.*\n/, '')
  return `Name: ${order.name}
Version: ${order.version}
Release: 1
Summary: ${order.summary}
License: ${order.license}
URL: ${order.homepage}
Packager: ${order.maintainer}
AutoReqProv: no
${order.depends.map((name) => `Requires: ${name}\n`).join('')}
%description
${order.summary}

%post
${script(order.afterInstall)}
%postun
${script(order.afterRemove)}
%files
%defattr(-,root,root,-)
${files.join('\n')}
`
}

/** electron-builder gives every package Debian's names of processors. */
const rpmNames: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' }

async function makeRpm(order: LinuxPackageOrder, root: string, scratch: string) {
  // Folders of our own alone: those of the system are the system's.
  const ours = entriesBelow(root).flatMap((entry) => {
    const place = `/${path.relative(root, entry)}`
    if (!lstatSync(entry).isDirectory())
      return [place.startsWith('/etc/') ? `%config(noreplace) "${place}"` : `"${place}"`]
    return place.startsWith('/opt/') ? [`%dir "${place}"`] : []
  })
  const spec = path.join(scratch, 'package.spec')
  writeFileSync(spec, specText(order, ours))
  const made = path.join(scratch, 'made')
  const definitions = {
    _topdir: path.join(scratch, 'rpmbuild'),
    _rpmdir: made,
    _rpmfilename: 'package.rpm',
    _build_id_links: 'none',
    _binary_payload: 'w6T0.xzdio',
    __os_install_post: '%{nil}',
    // Of the time of the commit, so that the same sources make the same package.
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    _buildhost: 'tillside',
  }
  const words = Object.entries(definitions).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  await run('rpmbuild', [
    '-bb',
    '--buildroot',
    root,
    '--target',
    rpmNames[order.architecture] ?? order.architecture,
    ...words,
    spec,
  ])
  cpSync(path.join(made, 'package.rpm'), order.file)
}

async function run(program: string, words: readonly string[]) {
  const { code, output } = await captureChild(program, words)
  if (code !== 0) throw new PlainFailure(`${program} made no package: ${output.trim()}`)
}
