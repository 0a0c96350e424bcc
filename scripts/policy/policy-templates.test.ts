import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import { parsePolicy } from '../../src/main/policy/policy'
import { type PolicyKey, policyFields, settingFields } from '../../src/main/policy/policy-fields'
import { readRegistry } from '../../src/main/policy/registry-policy'
import { inProject } from '../setup/project.mjs'
import { exampleValues } from './policy-keys'
import { policyTemplates } from './policy-templates'

const folder = inProject('resources', 'policy')
const templates = policyTemplates()
const keys = Object.keys(policyFields) as PolicyKey[]
const settings = Object.keys(settingFields)

/** Throws on anything that is no XML. */
function readXml(name: string) {
  const fail = (message: string) => {
    throw new Error(message)
  }
  // The parser lets them pass.
  if (/&(?!(amp|lt|gt|quot);)/.test(templates[name] ?? '')) fail('an ampersand that stands for itself')
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  return parser.parseFromString(templates[name] ?? '', 'text/xml')
}

/** A value of a property list, of the kinds that the example has. */
function plistValue(element: Element): unknown {
  const parts = Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1)
  const text = element.textContent ?? ''
  if (element.tagName === 'array') return parts.map(plistValue)
  if (element.tagName === 'integer') return Number(text)
  if (element.tagName !== 'dict') return text
  const names = parts.filter((part) => part.tagName === 'key')
  const values = parts.filter((part) => part.tagName !== 'key')
  return Object.fromEntries(
    names.map((key, at) => [key.textContent, values.slice(at, at + 1).map(plistValue)[0]]),
  )
}

const all = (name: string, tag: string) => Array.from(readXml(name).getElementsByTagName(tag))
const admx = 'Tillside.admx'
const adml = 'en-US/Tillside.adml'

describe('the templates of the policy in resources/policy', () => {
  it('are those that the schema makes: npm run policy-templates', () => {
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$/.test(name),
    )
    expect(kept.map((name) => name.replaceAll(path.sep, '/')).sort()).toEqual(Object.keys(templates).sort())
    for (const [name, text] of Object.entries(templates)) {
      expect(existsSync(path.join(folder, name)) && readFileSync(path.join(folder, name), 'utf8')).toBe(text)
    }
  })

  it('know every key that the system has a use for, and as a default every key of a setting', () => {
    const named = all(admx, 'policy').map((policy) => policy.getAttribute('name'))
    expect(named).toEqual([
      ...keys.filter((key) => key !== 'certificateAuthorities').map((key) => `Enforced_${key}`),
      ...keys.filter((key) => settings.includes(key)).map((key) => `Defaults_${key}`),
    ])
    for (const key of keys) expect(templates['app.tillside.desk.mobileconfig']).toContain(key)
  })

  it('of Windows name no text and no form that is not there', () => {
    const strings = all(adml, 'string').map((each) => each.getAttribute('id'))
    const forms = all(adml, 'presentation').map((each) => each.getAttribute('id'))
    const wanted = [...(templates[admx] ?? '').matchAll(/\$\((string|presentation)\.(\w+)\)/g)]
    const missing = wanted.filter(([, kind, id = '']) => !(kind === 'string' ? strings : forms).includes(id))
    expect([missing, wanted.length > 100]).toEqual([[], true])
    expect(new Set(strings).size).toBe(strings.length)
  })

  it('of Windows fill the registry with what the program takes', () => {
    const type = {
      boolean: 'REG_DWORD',
      number: 'REG_DWORD',
      string: 'REG_SZ',
      object: 'REG_MULTI_SZ',
    } as const
    const lines = keys
      .filter((key) => key !== 'certificateAuthorities')
      .map((key) => {
        const value = exampleValues[key]
        const kind = type[typeof value as keyof typeof type]
        const data = Array.isArray(value)
          ? value.join('\\0')
          : kind === 'REG_SZ'
            ? value
            : `0x${Number(value).toString(16)}`
        return `    ${key}    ${kind}    ${data}`
      })
    const found = readRegistry(
      ['HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Tillside\\Enforced', ...lines, ''].join('\r\n'),
    )
    expect(found).toMatchObject({ kind: 'read' })
    expect(found.kind === 'read' && parsePolicy(found.content).mistakes).toEqual([])
    const elements = { REG_DWORD: ['decimal', 'enum'], REG_SZ: ['text', 'enum'], REG_MULTI_SZ: ['multiText'] }
    for (const key of keys) {
      const value = exampleValues[key]
      if (typeof value === 'boolean' || key === 'certificateAuthorities') continue
      const kind = type[typeof value as keyof typeof type]
      const tags = elements[kind].flatMap((tag) => all(admx, tag))
      expect(tags.some((tag) => tag.getAttribute('valueName') === key)).toBe(true)
    }
  })

  it('of macOS is a profile whose example the program takes', () => {
    const [payload] = all('app.tillside.desk.mobileconfig', 'array').map((array) => plistValue(array))
    const [settings] = payload as [Record<string, unknown>]
    const { Enforced, Defaults } = settings
    expect(settings).toMatchObject({ PayloadType: 'app.tillside.desk' })
    expect(parsePolicy({ Enforced, Defaults }).mistakes).toEqual([])
    expect([Enforced, Defaults].map((group) => Object.keys(group ?? {}).length)).toEqual([3, 3])
  })
})

describe('the JSON schema of the policy', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(templates['policy.schema.json'] ?? ''))
  const ofSettings = Object.fromEntries(
    Object.entries(exampleValues).filter(([key]) => settings.includes(key)),
  )

  it.each([
    [{}],
    [{ Enforced: exampleValues, Defaults: ofSettings }],
    [exampleValues],
    [{ theme: 'dark', Defaults: { storeName: 'Harbour Road' } }],
    [{ storeName: '\u{1F600}'.repeat(80), serviceAddress: 'http://127.0.0.1:8086' }],
  ])('takes what the program takes: %j', (policy) => {
    expect([validate(policy), parsePolicy(policy).mistakes]).toEqual([true, []])
  })

  it.each([
    [{ pin: 'AAAA' }],
    [{ Enforced: { keepDays: 0 } }],
    [{ Defaults: { proxy: 'none' } }],
    [{ textSize: 101 }],
    [{ storeName: '\u{1F600}'.repeat(81) }],
    [{ storeId: 'x'.repeat(65) }],
    [{ serviceAddress: 'http://pay.example' }],
    [{ serviceAddress: 'https://pay.example/?key=1' }],
    [{ related: ['shop'] }],
    [{ pins: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='] }],
    [{ startWithPc: true }],
    [[]],
  ])('refuses what the program refuses: %j', (policy) => {
    expect([validate(policy), parsePolicy(policy).mistakes.length > 0]).toEqual([false, true])
  })
})
