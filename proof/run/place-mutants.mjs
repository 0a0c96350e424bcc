// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { projectFolder } from '../../scripts/setup/project.mjs'

/**
 * A mutant changes the program inside the declaration of a name, wherever that stands and however it is laid out. Texts
 * are compared token by token, so a reformatted line is still the same.
 * @typedef {import('../mutants/mutant').Change} Change
 *
 * One change of one file. `kind` says how both forms stand beside each other in the program that is built.
 * @typedef {{ mutant: number, file: string, start: number, end: number, kind: 'value' | 'statement' | 'body', text: string }} Edit
 *
 * @typedef {{ type: string, start: number, end: number, [member: string]: any }} Node
 * @typedef {{ file: string, code: string, nodes: readonly Node[] }} Source
 */

/** Folders that hold what the histories prove. */
const places = [
  'src/shared/base',
  'src/shared/payment',
  'src/shared/people',
  'src/shared/attempt',
  'src/shared/refund',
  'src/main/refund',
  'src/main/journal',
  'src/main/journal/export',
  'src/main/service',
  'src/main/vault',
]

/** @type {readonly Source[] | null} */
let read = null

/** @returns {readonly Source[]} every source of the protocol, parsed */
function sources() {
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

/**
 * Finds the one place of a change. Throws, in words for people, when it is not there exactly once.
 * @param {Change} change
 * @param {number} mutant its number in the program that is built
 * @returns {Edit}
 */
export function placeChange({ in: place, kind, text, becomes }, mutant) {
  const [, path = '', name = '', which] = /^(?:(.+):)?([^#:]+)(?:#(\d+))?$/.exec(place) ?? []
  const all = sources()
    .filter(({ file }) => file.endsWith(path))
    .flatMap((source) => declarationsOf(source.nodes, name).map((node) => ({ source, node })))
  // A function goes before constants and members of its name.
  const functions = all.filter(({ node }) => node.type === 'FunctionDeclaration')
  const [declared, ...more] = functions.length === 1 ? functions : all
  if (declared === undefined || more.length > 0) throw new Error(`«${place}» is declared ${all.length} times`)
  const { source, node } = declared
  /** @type {(found: Node, as: Edit['kind']) => Edit} */
  const edit = ({ start, end }, as) => ({ mutant, file: source.file, start, end, kind: as, text: becomes })
  if (kind === 'constant') return edit(declaredValue(node, name), 'value')
  if (kind === 'body') {
    const found = bodyOf(node, name)
    return edit(found, found.type === 'BlockStatement' ? 'body' : 'value')
  }
  const found = (kind === 'value' ? valuesLike : statementsLike)(source, node, text)
  const chosen = which === undefined && found.length > 1 ? undefined : found[Number(which ?? 1) - 1]
  if (chosen === undefined) throw new Error(`«${text}» stands ${found.length} times in ${place}`)
  return edit(chosen, kind)
}

/**
 * @param {Node} node
 * @param {string} name
 * @returns {Node}
 */
function bodyOf(node, name) {
  const made = node.type === 'VariableDeclarator' ? declaredValue(node, name) : node
  const body = made.type === 'Property' || made.type === 'MethodDefinition' ? made.value?.body : made.body
  if (body === undefined) throw new Error(`«${name}» has no body`)
  return body
}

/**
 * @param {Node} node
 * @param {string} name
 * @returns {Node}
 */
function declaredValue(node, name) {
  const value = node.type === 'VariableDeclarator' ? node.init : node.value
  if (value === undefined || value === null) throw new Error(`«${name}» has no value`)
  return value
}

/**
 * Declarations of a name: functions, constants, methods and properties of what is answered. `outer/inner` looks for the
 * second inside the first.
 * @param {readonly Node[]} nodes
 * @param {string} name
 * @returns {readonly Node[]}
 */
function declarationsOf(nodes, name) {
  const [first = '', ...rest] = name.split('/')
  const found = nodes.filter((node) => isDeclarationOf(node, first))
  return rest.length === 0
    ? found
    : found.flatMap((node) => declarationsOf(nodesIn(node), rest.join('/')).filter((inner) => inner !== node))
}

/**
 * @param {Node} node
 * @param {string} name
 */
function isDeclarationOf(node, name) {
  if (
    node.type === 'FunctionDeclaration' ||
    node.type === 'VariableDeclarator' ||
    node.type === 'ClassDeclaration'
  ) {
    return node.id?.name === name
  }
  const isMember = node.type === 'Property' || node.type === 'MethodDefinition'
  return (
    isMember &&
    node.computed !== true &&
    node.shorthand !== true &&
    (node.key?.name ?? node.key?.value) === name
  )
}

/**
 * Every node below one, itself included.
 * @param {unknown} value
 * @returns {readonly Node[]}
 */
function nodesIn(value) {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  const node = /** @type {Node} */ (value)
  const below = Object.entries(node).flatMap(([name, member]) => (name === 'parent' ? [] : nodesIn(member)))
  return typeof node.type === 'string' && typeof node.start === 'number' ? [node, ...below] : below
}

const isStatement = (/** @type {Node} */ node) =>
  /Statement$|^VariableDeclaration$/.test(node.type) && node.type !== 'BlockStatement'
const isValue = (/** @type {Node} */ node) =>
  /Expression$|Literal$|^Identifier$/.test(node.type) && !/^TS/.test(node.type)

/**
 * @param {Source} source
 * @param {Node} within
 * @param {string} wanted
 */
function valuesLike({ code }, within, wanted) {
  const text = tokensOf(wanted)
  return outermost(
    nodesIn(within).filter((node) => isValue(node) && tokensOf(code.slice(node.start, node.end)) === text),
  )
}

/**
 * @param {Source} source
 * @param {Node} within
 * @param {string} wanted how it begins
 */
function statementsLike({ code }, within, wanted) {
  const text = tokensOf(wanted)
  return outermost(
    nodesIn(within).filter(
      (node) => isStatement(node) && tokensOf(code.slice(node.start, node.end)).startsWith(text),
    ),
  )
}

/** @param {readonly Node[]} nodes */
function outermost(nodes) {
  return nodes.filter(
    (node, index) =>
      !nodes.some(
        (other, place) =>
          place !== index &&
          other.start <= node.start &&
          other.end >= node.end &&
          (place < index || other.start < node.start || other.end > node.end),
      ),
  )
}

/**
 * A text without comments, layout, and the commas and semicolons that a formatter adds.
 * @param {string} text
 */
export function tokensOf(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w$'"`]) ?/g, '$1')
    .replace(/[,;](?=[)\]}]|$)/g, '')
    .trim()
}

/**
 * The source with both forms of every place, chosen as the program runs. Places may lie inside each other.
 * @param {string} code
 * @param {readonly Edit[]} edits of this one file
 * @returns {string}
 */
export function applyEdits(code, edits) {
  const ordered = [...edits].sort((one, other) => one.start - other.start || other.end - one.end)

  /**
   * @param {number} start
   * @param {number} end
   * @param {readonly Edit[]} inside
   * @returns {string}
   */
  function write(start, end, inside) {
    const [first, ...rest] = inside
    if (first === undefined) return code.slice(start, end)
    const within = rest.filter((other) => other.start >= first.start && other.end <= first.end)
    const after = rest.filter((other) => other.start >= first.end)
    if (within.length + after.length !== rest.length) throw new Error(`Two places overlap in ${first.file}`)
    const old = write(first.start, first.end, within)
    return code.slice(start, first.start) + both(first, old) + write(first.end, end, after)
  }

  return write(0, code.length, ordered)
}

/**
 * @param {Edit} edit
 * @param {string} old
 */
function both({ kind, mutant, text }, old) {
  const made = `globalThis.proveMutants.has(${mutant})`
  if (kind === 'value') return `(${made} ? (${text}) : (${old}))`
  if (kind === 'statement') return `if (${made}) { ${text} } else { ${old} }`
  return `{ if (${made}) { ${text} } else ${old} }`
}
