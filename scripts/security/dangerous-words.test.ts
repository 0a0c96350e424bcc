/** What Electron's own checklist warns of stands in no source that ships. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject, projectFolder } from '../setup/project.mjs'
import { sourceFiles } from '../testing/source-files'

const dangerous = [
  /\b(nodeIntegration|nodeIntegrationInSubFrames|nodeIntegrationInWorker|allowRunningInsecureContent|experimentalFeatures|webviewTag)\b['"]?:\s*true/,
  /\b(contextIsolation|sandbox|webSecurity|rejectUnauthorized)\b['"]?:\s*false/,
  /\b(enableBlinkFeatures|bypassCSP|dangerouslySetInnerHTML|NODE_TLS_REJECT_UNAUTHORIZED)\b/,
  /\b(openExternal|openPath|executeJavaScript\w*|openDevTools|setCertificateVerifyProc|appendSwitch|setAsDefaultProtocolClient|exposeInIsolatedWorld)\b/,
  /certificate-error|javascript:/,
  /\b(eval|Function|insertAdjacentHTML|document\.write)\(/,
  /\.(innerHTML|outerHTML|srcdoc)\s*=/,
]

const found = (name: string, text: string) =>
  dangerous.flatMap((word) => {
    const [hit] = word.exec(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')) ?? []
    return hit === undefined ? [] : [`${name}: ${hit}`]
  })

it('none is in a source, but for the one switch that closes a way out', () => {
  const sources = sourceFiles(/\.tsx?$/).filter(
    (file) => file.startsWith(inProject('src') + path.sep) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(
    sources.flatMap((file) => found(path.relative(projectFolder, file), readFileSync(file, 'utf8'))),
  ).toEqual(['src/main/window/hardening.ts: appendSwitch'])
})

it.each([
  'const options = { webPreferences: { nodeIntegration: true } }',
  "const options = { 'sandbox': false as const }",
  'shell.openExternal(url)',
  "app.on('certificate-error', () => true)",
  '<div dangerouslySetInnerHTML={{ __html: text }} />',
  'element.innerHTML = text',
  "new Function('return 1')",
])('%s would be noticed', (source) => {
  expect(found('planted', source)).toHaveLength(1)
})
