import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  defaultSoundVolume,
  defaultTextSize,
  type SettingName,
  settingNames,
} from '../../shared/base/choices'
import { charactersSchema } from '../../shared/base/common-schemas'
import { codeOfError, fail, messageOf, type Result, succeed } from '../../shared/base/result'
import { savedSettings } from '../../shared/contract/app-state'
import { chosenRelatedSchema } from '../../shared/contract/payment-channels'
import { testPrints } from '../../shared/contract/set-up'
import type { FaultOf } from '../../shared/fault'
import { relatedKinds } from '../../shared/payment/codes'
import { type Act, maxSettingLength } from '../../shared/refund/journal-events'
import {
  type SealedFault,
  type SealedName,
  type SealedSettings,
  type SealedStore,
  sealedSchema,
} from '../people/kept-people'
import { whileHeld, writeWholeFile } from '../system/files'
import { makeSignal } from '../system/signal'

/** How long saved copies are kept, in days, and how many at most (architecture.md, "Saved copies"). */
export const retentionLimits = {
  days: { min: 1, max: 365 },
  count: { min: 1000, max: 200_000 },
} as const
const { days, count } = retentionLimits

/** The settings in the file, and their defaults. */
const fileSchema = z.object({
  tillName: charactersSchema(80).default(''),
  /** The related records to ask for (interface.md §4.2, `include`). */
  related: chosenRelatedSchema.default(relatedKinds),
  cashier: z.string().max(80).default(''),
  language: savedSettings.language.default('system'),
  paperLanguages: savedSettings.paperLanguages.default([]),
  theme: savedSettings.theme.default('system'),
  paper: savedSettings.paper.default('80mm'),
  textSize: savedSettings.textSize.default(defaultTextSize),
  soundVolume: savedSettings.soundVolume.default(defaultSoundVolume),
  testPrint: z.enum(testPrints).default('none'),
  keepDays: z.number().int().min(days.min).max(days.max).default(30),
  keepCopies: z.number().int().min(count.min).max(count.max).default(50_000),
})

/** All settings, in the file and sealed. The policy may set most of them (policy.ts). */
export const settingsSchema = z.object({ ...fileSchema.shape, ...sealedSchema.shape })

type FileSettings = Readonly<z.output<typeof fileSchema>>
export type Settings = Readonly<z.output<typeof settingsSchema>>
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** The settings that the policy sets. */
export type SettingValues = { readonly [Name in OwnName]?: Settings[Name] | undefined }

/** The address is in the keychain, with its token (profile/profile.ts). */
type OwnName = Exclude<SettingName, 'serviceAddress'>
const ownNames = settingNames.filter((name): name is OwnName => name !== 'serviceAddress')
type SetByPolicy = FaultOf<'set_by_policy'>

type ChangeFault = SetByPolicy | SealedFault

export type SettingsStore = ReturnType<typeof openSettings>

/** Somebody at the till, or provisioning, which may leave the rules to the till's managers. */
type ChangedBy = 'till' | { readonly fixesRules: boolean }

type Deps = {
  /** The profile's folder. */
  readonly folder: string
  readonly warn: (message: string) => void
  readonly policy?: SettingValues
  readonly sealed: SealedStore
  /** Reads a file; from the disk unless given. */
  readonly readFrom?: (file: string) => string
}

const readText = (file: string) => readFileSync(file, 'utf8')
const isSealed = (name: string): name is SealedName => Object.hasOwn(sealedSchema.shape, name)

/**
 * Opens a profile's settings. What a manager decides about refunds is sealed with the people, not in the file; address,
 * token and device id are in the keychain. The policy's values (docs/administration.md, "Policy") override the till's
 * own, and are never written to the file. An unreadable file means defaults, until the next change writes it anew; one that
 * another program holds is waited for, a second at most.
 */
export function openSettings({ folder, warn, policy = {}, sealed, readFrom = readText }: Deps) {
  const file = path.join(folder, 'settings.json')
  const setByPolicy = ownNames.filter((name) => policy[name] !== undefined)
  const byPolicy = Object.fromEntries(setByPolicy.map((name) => [name, policy[name]]))
  const changed = makeSignal()
  let own = load()

  const read = (): Settings => ({ ...own, ...sealed.read(), ...byPolicy })
  /** Returns the settings that the policy or provisioning sets. */
  const setElsewhere = (): readonly OwnName[] => [...new Set([...setByPolicy, ...sealed.fixed()])]

  function load(): FileSettings {
    try {
      return fileSchema.parse(JSON.parse(whileHeld(() => readFrom(file))))
    } catch (error) {
      // A SyntaxError's message quotes the file, which names store and cashier.
      const why = error instanceof SyntaxError ? 'the file is no JSON' : messageOf(error)
      if (codeOfError(error) !== 'ENOENT') warn(`The settings could not be read: ${why}`)
      return fileSchema.parse({})
    }
  }

  function write(some: Partial<FileSettings>) {
    const next = { ...own, ...some }
    const written = writeWholeFile(file, JSON.stringify(next, null, 2))
    if (written.ok) own = next
    return written
  }

  /** Whether these may be changed. A setting that is set elsewhere may be given its present value. */
  function mayChange(change: SettingsChange, by: ChangedBy = 'till'): Result<null, SetByPolicy> {
    const now = read()
    const refused = (by === 'till' ? setElsewhere() : setByPolicy).filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], now[name]),
    )
    return refused.length === 0 ? succeed(null) : fail({ kind: 'set_by_policy', settings: refused })
  }

  return {
    changed,
    setElsewhere,
    mayChange,
    read,
    /** Writes the file, then the sealed settings. A failure changes nothing. */
    async change(change: SettingsChange, by: ChangedBy = 'till'): Promise<Result<Settings, ChangeFault>> {
      const allowed = mayChange(change, by)
      if (!allowed.ok) return allowed
      // A form saves all of its fields, also those that the policy sets.
      const changes = Object.entries(change).filter(
        ([name, value]) => value !== undefined && !setByPolicy.some((set) => set === name),
      )
      const sealedChanges = changes.filter(([name]) => isSealed(name))
      const fileChanges = changes.filter(([name]) => !isSealed(name))
      const before = own
      if (fileChanges.length > 0) {
        const written = write(Object.fromEntries(fileChanges))
        if (!written.ok) return fail({ kind: 'settings_not_saved', detail: written.fault.detail })
      }
      const sealing: Partial<SealedSettings> = Object.fromEntries(sealedChanges)
      const provisioned = by === 'till' ? undefined : { ...by, untold: rulesAct(read().rules, sealing.rules) }
      const kept = sealedChanges.length > 0 ? await sealed.keep(sealing, provisioned) : succeed(null)
      if (!kept.ok) {
        const were = Object.entries(before).filter(([name]) => fileChanges.some(([each]) => each === name))
        if (were.length > 0) write(Object.fromEntries(were))
        return kept
      }
      changed.fire()
      return succeed(read())
    },
  }
}

function textOf(value: Settings[keyof Settings]): string {
  const text =
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
  return [...text].slice(0, maxSettingLength).join('')
}

const rulesAct = (was: Settings['rules'], now: Settings['rules'] | undefined): readonly Act[] =>
  now === undefined || isDeepStrictEqual(was, now) ? [] : [{ act: 'rules', was, now }]

/** Returns the record's lines for changed rules and settings (shared/refund/journal-events.ts, `acted`). */
export function changesOf(before: Settings, after: Settings): readonly Act[] {
  const others = settingsSchema.omit({ rules: true }).keyof().options
  const settings = others.flatMap((name) => {
    const [was, now] = [textOf(before[name]), textOf(after[name])]
    return was === now ? [] : [{ act: 'setting' as const, name, was, now }]
  })
  return [...rulesAct(before.rules, after.rules), ...settings]
}
