import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { inProject } from '../setup/project.mjs'
import type { Finding } from './finding'
import type { LoadTool } from './tools'

/** What of ESLint's API is used here. */
interface Linter {
  verify(code: string, config: readonly unknown[], options: { filename: string }): readonly Message[]
}

interface Message {
  readonly ruleId: string | null
  readonly message: string
}

const property = (name: string, value: boolean) =>
  `Property[key.name='${name}'][value.value=${value}], Property[key.value='${name}'][value.value=${value}]`

/** What Electron's own checklist warns of, as it would be written. */
const restricted: readonly (readonly [selector: string, message: string])[] = [
  [property('nodeIntegration', true), 'The page has no Node.'],
  [property('nodeIntegrationInSubFrames', true), 'The page has no Node.'],
  [property('nodeIntegrationInWorker', true), 'The page has no Node.'],
  [property('contextIsolation', false), 'The bridge is isolated from the page.'],
  [property('sandbox', false), 'The page is sandboxed.'],
  [property('webSecurity', false), 'The page keeps to its origin.'],
  [property('allowRunningInsecureContent', true), 'The page loads nothing insecure.'],
  [property('experimentalFeatures', true), 'The page has what is tried.'],
  [property('webviewTag', true), 'The page embeds nothing.'],
  [property('rejectUnauthorized', false), 'Certificates are verified.'],
  ["Property[key.name='enableBlinkFeatures']", 'The page has what is tried.'],
  ["Property[key.name='bypassCSP']", 'The policy holds for every scheme.'],
  ["JSXAttribute[name.name='dangerouslySetInnerHTML']", 'Text never becomes code.'],
  [
    'CallExpression[callee.property.name=/^(openExternal|openPath|executeJavaScript|executeJavaScriptInIsolatedWorld|openDevTools|setCertificateVerifyProc|appendSwitch|setAsDefaultProtocolClient|exposeInIsolatedWorld)$/]',
    'It leads out of the program, or into it.',
  ],
  ["CallExpression[arguments.0.value='certificate-error']", 'Certificates are verified.'],
  ["MemberExpression[property.name='NODE_TLS_REJECT_UNAUTHORIZED']", 'Certificates are verified.'],
]

function configWith(unsanitized: unknown) {
  return [
    {
      files: ['**/*'],
      linterOptions: { noInlineConfig: true },
      languageOptions: {
        ecmaVersion: 'latest',
        sourceType: 'module',
        // By these names alone it knows what takes code as text.
        globals: {
          window: 'readonly',
          globalThis: 'readonly',
          setTimeout: 'readonly',
          setInterval: 'readonly',
        },
        parserOptions: { ecmaFeatures: { jsx: true } },
      },
      plugins: { 'no-unsanitized': unsanitized },
      rules: {
        'no-unsanitized/method': 'error',
        'no-unsanitized/property': 'error',
        'no-eval': 'error',
        'no-implied-eval': 'error',
        'no-new-func': 'error',
        'no-script-url': 'error',
        'no-restricted-syntax': [
          'error',
          ...restricted.map(([selector, message]) => ({ selector, message })),
        ],
      },
    },
  ]
}

/** What ships, as it is written: tests and what they share do not. */
function shippedSources(): readonly string[] {
  return readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .filter((file) => !file.split(path.sep).includes('testing'))
    .map((file) => path.join('src', file))
}

/** Lints one source: no comment in it can switch a rule off. Types are taken out first, which ESLint cannot read. */
export async function lintSource(load: LoadTool, file: string, source: string): Promise<readonly Finding[]> {
  const { Linter } = load('eslint') as { Linter: new () => Linter }
  const { code } = await transformWithOxc(source, file, {
    jsx: 'preserve',
    target: 'esnext',
    sourcemap: false,
  })
  const messages = new Linter().verify(code, configWith(load('eslint-plugin-no-unsanitized')), {
    filename: file.replace(/tsx?$/, 'js'),
  })
  return messages.map(({ ruleId, message }) => ({
    rule: `lint: ${ruleId ?? 'unreadable'}`,
    where: file.replaceAll(path.sep, '/'),
    what: message,
  }))
}

/** Lints everything that ships. */
export async function lintSources(load: LoadTool): Promise<readonly Finding[]> {
  const found = await Promise.all(
    shippedSources().map((file) => lintSource(load, file, readFileSync(inProject(file), 'utf8'))),
  )
  return found.flat()
}
