/**
 * Where a mutant changes the program: inside the declaration of a name, wherever that stands and however it is laid out.
 * Texts are compared token by token, so a reformatted line is still the same.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { projectFolder } from '../../scripts/setup/project.mjs'
import type { Change, Mutant } from '../mutants/mutant'

/** One change of one file. `kind` says how both forms stand beside each other in the program that is built. */
export type Edit = {
  readonly mutant: number
  readonly file: string
  readonly start: number
  readonly end: number
  readonly kind: 'value' | 'statement' | 'body'
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: the members of a syntax tree that the parser gives differ by type
type Node = { type: string; start: number; end: number; [member: string]: any }
type Source = { readonly file: string; readonly code: string; readonly nodes: readonly Node[] }

/** Folders that hold what the histories prove. */
const places = [
  ...['base', 'payment', 'people', 'attempt', 'refund'].map((name) => `src/shared/${name}`),
  ...['refund', 'journal', 'journal/export', 'service', 'vault'].map((name) => `src/main/${name}`),
]

let read: readonly Source[] | null = null

/** Every source of the protocol, parsed. */
function sources(): readonly Source[] {
  read ??= places.flatMap((place) =>
    readdirSync(join(projectFolder, place))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => {
        const file = `${place}/${name}`
        const code = readFileSync(join(projectFolder, file), 'utf8')
        const parsed = parseSync(name, code)
        if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`)
        return { file, code, nodes: nodesIn(parsed.program) }
      }),
  )
  return read
}

/** What each mutant changes, by its number from 1. */
export function editsOf(mutants: readonly Mutant[]): readonly Edit[] {
  return mutants.flatMap(({ changes }, at) => changes.map((change) => placeChange(change, at + 1)))
}

/**
 * Finds the one place of a change. Throws, in words for people, when it is not there exactly once.
 * @param mutant its number in the program that is built
 */
export function placeChange({ in: place, kind, text, becomes }: Change, mutant: number): Edit {
  const [, path = '', name = '', which] = /^(?:(.+):)?([^#:]+)(?:#(\d+))?$/.exec(place) ?? []
  const all = sources()
    .filter(({ file }) => file.endsWith(path))
    .flatMap((source) => declarationsOf(source.nodes, name).map((node) => ({ source, node })))
  // A function goes before constants and members of its name.
  const functions = all.filter(({ node }) => node.type === 'FunctionDeclaration')
  const [declared, ...more] = functions.length === 1 ? functions : all
  if (declared === undefined || more.length > 0) throw new Error(`«${place}» is declared ${all.length} times`)
  const { source, node } = declared
  const edit = ({ start, end }: Node, as: Edit['kind']): Edit => {
    return { mutant, file: source.file, start, end, kind: as, text: becomes }
  }
  if (kind === 'constant') return edit(declaredValue(node, name), 'value')
  if (kind === 'body') {
    const found = bodyOf(node, name)
    return edit(found, found.type === 'BlockStatement' ? 'body' : 'value')
  }
  const found = nodesLike(source, node, kind, text)
  const chosen = which === undefined && found.length > 1 ? undefined : found[Number(which ?? 1) - 1]
  if (chosen === undefined) throw new Error(`«${text}» stands ${found.length} times in ${place}`)
  return edit(chosen, kind)
}

function bodyOf(node: Node, name: string): Node {
  const made = node.type === 'VariableDeclarator' ? declaredValue(node, name) : node
  const body = made.type === 'Property' || made.type === 'MethodDefinition' ? made.value?.body : made.body
  if (body === undefined) throw new Error(`«${name}» has no body`)
  return body
}

function declaredValue(node: Node, name: string): Node {
  const value = node.type === 'VariableDeclarator' ? node.init : node.value
  if (value === undefined || value === null) throw new Error(`«${name}» has no value`)
  return value
}

/**
 * Declarations of a name: functions, constants, methods and properties of what is answered. `outer/inner` looks for the
 * second inside the first.
 */
function declarationsOf(nodes: readonly Node[], name: string): readonly Node[] {
  const [first = '', ...rest] = name.split('/')
  const found = nodes.filter((node) => isDeclarationOf(node, first))
  return rest.length === 0
    ? found
    : found.flatMap((node) => declarationsOf(nodesIn(node), rest.join('/')).filter((inner) => inner !== node))
}

function isDeclarationOf(node: Node, name: string): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'VariableDeclarator':
    case 'ClassDeclaration':
      return node.id?.name === name
    case 'Property':
    case 'MethodDefinition':
      return !node.computed && !node.shorthand && (node.key?.name ?? node.key?.value) === name
    default:
      return false
  }
}

/** Every node below one, itself included. */
function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  const below = Object.entries(node).flatMap(([name, member]) => (name === 'parent' ? [] : nodesIn(member)))
  return typeof node.type === 'string' && typeof node.start === 'number' ? [node, ...below] : below
}

const isOfKind = {
  value: ({ type }: Node) => /Expression$|Literal$|^Identifier$/.test(type) && !/^TS/.test(type),
  statement: ({ type }: Node) => /Statement$|^VariableDeclaration$/.test(type) && type !== 'BlockStatement',
}

/** Expressions that read so, or statements that begin so; of those inside each other the outermost. */
function nodesLike({ code }: Source, within: Node, kind: 'value' | 'statement', wanted: string) {
  const text = tokensOf(wanted)
  const found = nodesIn(within).filter((node) => {
    if (!isOfKind[kind](node)) return false
    const own = tokensOf(code.slice(node.start, node.end))
    return kind === 'value' ? own === text : own.startsWith(text)
  })
  // What lies in another stands behind it.
  const isIn = (node: Node, other: Node) => other.start <= node.start && other.end >= node.end
  return found.filter((node, at) => !found.slice(0, at).some((other) => isIn(node, other)))
}

/** A text without comments, layout, and the commas and semicolons that a formatter adds. */
export function tokensOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w$'"`]) ?/g, '$1')
    .replace(/[,;](?=[)\]}]|$)/g, '')
    .trim()
}

/** The source with both forms of every place, chosen as the program runs. Places may lie inside each other. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  function write(start: number, end: number, inside: readonly Edit[]): string {
    const [first, ...rest] = inside
    if (first === undefined) return code.slice(start, end)
    const within = rest.filter((other) => other.start >= first.start && other.end <= first.end)
    const after = rest.filter((other) => other.start >= first.end)
    if (within.length + after.length !== rest.length) throw new Error(`Two places overlap in ${first.file}`)
    const old = write(first.start, first.end, within)
    return code.slice(start, first.start) + both(first, old) + write(first.end, end, after)
  }
  return write(
    0,
    code.length,
    edits.toSorted((one, other) => one.start - other.start || other.end - one.end),
  )
}

function both({ kind, mutant, ...edit }: Edit, old: string): string {
  const text = edit.text.replaceAll('$&', () => (kind === 'value' ? `(${old})` : old))
  const made = `globalThis.proveMutants.has(${mutant})`
  if (kind === 'value') return `(${made} ? (${text}) : (${old}))`
  if (kind === 'statement') return `if (${made}) { ${text} } else { ${old} }`
  return `{ if (${made}) { ${text} } else ${old} }`
}
