/** Reads the command line (docs/administration.md). */
import { parseArgs } from 'node:util'
import { codeOfLink, usableCode } from '../lookup/requested-codes'

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | OpenCommand
  | ProvisionCommand
  | { readonly kind: 'verify_journal'; readonly file: string; readonly publicKey: string | undefined }
  /** `message` is printed; nothing is done. */
  | { readonly kind: 'mistake'; readonly message: string }

/** `policyFile` replaces the administrator's policy, in builds for development and tests only. */
type WithPolicyFile = { readonly policyFile?: string }

export type OpenCommand = WithPolicyFile & {
  readonly kind: 'open'
  readonly practice: boolean
  readonly kiosk?: true
  /** The code to look up, from `--lookup` or a link. */
  readonly lookUp?: string
  /** Whether the system started the program with the PC, which the policy must allow. */
  readonly withPc?: true
}

export type ProvisionCommand = WithPolicyFile & {
  readonly kind: 'provision'
  readonly serviceAddress: string
  readonly deviceId: string | undefined
  readonly tillName: string | undefined
  readonly storeId: string | undefined
  /** Whether the second line of standard input has the people. */
  readonly readsPeople: boolean
  /** Whether the next line has the store's rules and reasons. */
  readonly readsRules: boolean
}

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const

const provisioning = {
  'service-url': text,
  'token-stdin': flag,
  people: flag,
  rules: flag,
  'device-id': text,
  'till-name': text,
  'store-id': text,
} as const
const verifying = { 'public-key': text } as const
const options = {
  ...provisioning,
  ...verifying,
  help: flag,
  version: flag,
  practice: flag,
  kiosk: flag,
  'with-pc': flag,
  provision: flag,
  lookup: text,
  'verify-journal': text,
  'policy-file': text,
} as const

const maxCharacters = { 'device-id': 64, 'till-name': 80, 'store-id': 64 } as const

/**
 * Reads the words after the program's name. Ignores other words (such as the path of the app in development) and the
 * switches of Chromium and Electron. Never throws.
 * @param takesTestOptions false in a store's program, whose user must not choose the policy
 */
export function readCommandLine(words: readonly string[], takesTestOptions = false): Command {
  const read = readOptions(words)
  if (typeof read === 'string') return mistake(read)
  const { values, positionals } = read
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (values['verify-journal'] !== undefined) {
    return { kind: 'verify_journal', file: values['verify-journal'], publicKey: values['public-key'] }
  }
  const stray = (names: object, of: string) => {
    const name = Object.keys(names).find((each) => each in values)
    return name === undefined ? null : mistake(`--${name} belongs to --${of}.`)
  }
  const strayKey = stray(verifying, 'verify-journal')
  if (strayKey !== null) return strayKey
  const policyFile = values['policy-file']
  if (policyFile !== undefined && !takesTestOptions)
    return mistake('--policy-file is for development builds only.')
  const withPolicy = policyFile === undefined ? {} : { policyFile }
  if (values.provision) return { ...provisionBy(values), ...withPolicy }
  const strayOption = stray(provisioning, 'provision')
  if (strayOption !== null) return strayOption
  // In development the path of the app is among them.
  const asked = lookUpAskedBy(takesTestOptions ? positionals.filter(isLink) : positionals, values.lookup)
  if (asked !== null && 'mistake' in asked) return mistake(asked.mistake)
  return {
    kind: 'open',
    practice: values.practice === true,
    ...(values.kiosk ? ({ kiosk: true } as const) : {}),
    ...(asked === null ? {} : { lookUp: asked.code }),
    ...(values['with-pc'] ? ({ withPc: true } as const) : {}),
    ...withPolicy,
  }
}

/** Parses the options. Returns a message for options that cannot be read. */
function readOptions(words: readonly string[]) {
  const isOurs = (name: string) => Object.hasOwn(options, name)
  // A packaged program has refused the switches that are neither ours nor allowed (refusedSwitch).
  const args = words.filter((word) => !word.startsWith('-') || isOurs(/^--([^=]*)/.exec(word)?.[1] ?? ''))
  try {
    const read = parseArgs({ args, options, strict: true, allowPositionals: true })
    const empty = Object.entries(read.values).find(([, value]) => typeof value === 'string' && !value.trim())
    return empty === undefined ? read : `--${empty[0]} needs a value: --${empty[0]}=…`
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error)
  }
}

type Values = Exclude<ReturnType<typeof readOptions>, string>['values']

function provisionBy(values: Values): Command {
  if (values.practice) return mistake('--practice needs no provisioning.')
  if (values['service-url'] === undefined) {
    return mistake('--provision needs the address of the payment service: --service-url=URL')
  }
  if (!values['token-stdin']) {
    return mistake('--provision reads the access token from standard input: add --token-stdin')
  }
  for (const name of ['device-id', 'till-name', 'store-id'] as const) {
    const max = maxCharacters[name]
    if (Array.from(values[name]?.trim() ?? '').length > max) {
      return mistake(`--${name} can have ${max} characters at most.`)
    }
  }
  return {
    kind: 'provision',
    serviceAddress: values['service-url'].trim(),
    deviceId: values['device-id']?.trim(),
    tillName: values['till-name']?.trim(),
    storeId: values['store-id']?.trim(),
    readsPeople: values.people === true,
    readsRules: values.rules === true,
  }
}

const isLink = (word: string): boolean => /^tillside:/i.test(word)

/** Returns the code that an option or a link asks for, null for none, or a mistake. */
function lookUpAskedBy(
  words: readonly string[],
  option: string | undefined,
): { readonly code: string } | { readonly mistake: string } | null {
  const at = words.findIndex(isLink)
  const [link, ...more] = at < 0 ? [] : words.slice(at)
  // A code that was cut at its space may be another payment's.
  if (more.length > 0 || (option !== undefined && words.length > 0)) {
    return { mistake: 'One code can be looked up at a time: put one with a space in quotes.' }
  }
  if (option !== undefined) {
    const code = usableCode(option)
    return code === null
      ? { mistake: '--lookup needs the code of a receipt: 64 characters at most.' }
      : { code }
  }
  if (link === undefined) return null
  const code = codeOfLink(link)
  return code === null ? { mistake: 'A link must read tillside://lookup?code=CODE, and no more.' } : { code }
}

function mistake(message: string): Command {
  return { kind: 'mistake', message }
}

/** The switches of Chromium and Electron that a till may need: profile, display, language, accessibility. */
const allowedSwitches = [
  'user-data-dir',
  'display',
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'disable-gpu',
  'disable-software-rasterizer',
  'lang',
  'force-renderer-accessibility',
  'force-high-contrast',
  'force-prefers-reduced-motion',
]

/** Returns the name of a switch as Chromium reads it: trimmed, after one or two dashes, on Windows also a slash. */
function switchName(word: string, platform: NodeJS.Platform): string | null {
  const switchText = word.trim()
  // Chromium ends its switches at "--", and takes "-" for none.
  if (switchText === '--' || switchText === '-') return null
  const dashes = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  return dashes.exec(switchText)?.[1] ?? null
}

/**
 * Returns the first switch that a packaged program refuses, or null. Only known names are allowed, because Chromium's
 * hundreds include debuggers and ways around the sandbox. Words after `--` count too.
 * @param isRoot whether root starts it on Linux, for whom Chromium has no sandbox
 */
export function refusedSwitch(
  words: readonly string[],
  { isRoot, platform }: { readonly isRoot: boolean; readonly platform: NodeJS.Platform },
): string | null {
  const allowed = [...Object.keys(options), ...allowedSwitches, ...(isRoot ? ['no-sandbox'] : [])]
  const names = words.flatMap((word) => switchName(word, platform) ?? [])
  return names.find((name) => !allowed.includes(name)) ?? null
}

export function refusedSwitchWords(name: string): string {
  return `Tillside does not start with --${name}: a packaged program takes its own options and few others. See --help.\n`
}

export const helpText = `Tillside: scan a receipt, see the payment, refund it once.

  --practice            open with the built-in practice service; nothing real is touched
  --kiosk               cover the whole screen, without a frame; the system's own kiosk does the rest
  --with-pc             for what the system starts by itself: open where the policy of this PC says so
  --lookup=CODE         look a receipt's code up, in the window that is open already or in one that opens; so does
                        the link tillside://lookup?code=CODE
  --provision           store the payment service's address and access token, without a window; not while the
                        program is open:
      --service-url=URL     https address of the service (http only for this computer itself)
      --token-stdin         read the access token from the first line of standard input
      --people              read who may stand at the till from the second line, as JSON on one line:
                            [{"name":"Ann","role":"manager","pin":"..."}]; the roles are cashier, supervisor and
                            manager. Each has a pin and may have a badge; a cashier may have a badge alone. Who is there
                            already gets what is given
      --rules               read the store's rules, its reasons or both from the next line, as JSON on one line,
                            each as in a policy:
                            {"rules":{...},"reasons":["damaged","other"]}; with "fixed":false too, managers at the till
                            may change the rules
      --device-id=ID        the device id sent with refunds (else one is made once)
      --till-name=NAME     this till's own name, on its screen and its refund slips
      --store-id=ID         the store's own store_id: payments of another store are named as such
  --verify-journal=FILE check an export of the journal, without a window; on the till that it is of, that it is its
                        own record too
      --public-key=KEY      elsewhere: that the till with this public key made it; About in Settings has the key
  --user-data-dir=DIR   where this till's profile lies
  --help, --version

A packaged program starts with no other option, but for Chromium's --lang, --display, --ozone-platform,
--ozone-platform-hint, --force-device-scale-factor, --disable-gpu, --disable-software-rasterizer,
--force-renderer-accessibility, --force-high-contrast and --force-prefers-reduced-motion; and, for root
alone, --no-sandbox.

Setting up a till that was in use again needs the PIN that one of its managers has (in the second line, with --people),
or the access token that is stored now on a line after all others.

Provisioning prints one line of JSON and ends with 0, or with 1 and a reason when not all was stored: run it again then.
Where an option is wrong it stores nothing, says so on standard error and ends with 2.
`
