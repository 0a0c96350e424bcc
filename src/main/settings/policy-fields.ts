/** Every key of the administrator's policy: its form, and what somebody who wrote it wrongly reads ("must be …"). */

import path from 'node:path'
import { z } from 'zod'
import { loudestSound, papers, textSizes, themes } from '../../shared/appearance'
import { languages } from '../../shared/languages'
import { relatedKinds } from '../../shared/related'
import { retentionLimits } from '../../shared/retention'
import { readServiceAddress } from '../service/address'
import { settingValues } from './settings'

/** A public key as `service/connection.ts` pins it: 32 bytes in Base64. */
const pin = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)

/** How the till reaches a service, and runs. There is nothing at the till to choose these by. */
export const networkFields = {
  allowLoopbackService: z.boolean().describe('true or false'),
  certificateAuthorities: z.string().refine(path.isAbsolute).describe('the full path of a PEM file'),
  pins: z
    .tuple([pin, pin])
    .refine(([one, other]) => one !== other)
    .describe('two SHA-256 hashes in Base64, of the key in use and a spare'),
  proxy: z.enum(['system', 'none']).describe('"system" or "none"'),
  startWithPc: z.enum(['no', 'window', 'kiosk']).describe('"no", "window" or "kiosk"'),
}

const { days, count } = retentionLimits
const oneOf = (values: readonly (string | number)[]) => `one of ${values.join(', ')}`
const between = ({ least, most }: { readonly least: number; readonly most: number }) =>
  `a whole number from ${least} to ${most}`

/** What Settings can do too. Their forms are those of the settings themselves. */
export const settingFields = {
  serviceAddress: z
    .string()
    .refine((text) => readServiceAddress(text).ok)
    .describe('the https address of a payment service, without a name, a password, "?" or "#"'),
  storeName: settingValues.storeName.describe('a text of 80 characters at most'),
  storeId: settingValues.storeId.describe('a text of 64 characters at most'),
  related: settingValues.related.describe(`a list of ${relatedKinds.join(', ')}, or an empty one`),
  cashier: settingValues.cashier.describe('a text of 80 characters at most'),
  language: settingValues.language.describe(oneOf(['system', ...languages])),
  paperLanguages: settingValues.paperLanguages.describe(`a list of two of ${languages.join(', ')} at most`),
  theme: settingValues.theme.describe(oneOf(themes)),
  paper: settingValues.paper.describe(oneOf(papers)),
  textSize: settingValues.textSize.describe(oneOf(textSizes)),
  soundVolume: settingValues.soundVolume.describe(between({ least: 0, most: loudestSound })),
  keepDays: settingValues.keepDays.describe(between(days)),
  keepCopies: settingValues.keepCopies.describe(between(count)),
  watchedFolder: settingValues.watchedFolder
    .refine((folder) => folder === '' || path.isAbsolute(folder))
    .describe('the full path of a folder, or an empty text'),
}

export const policyFields = { ...networkFields, ...settingFields }
export type PolicyKey = keyof typeof policyFields
export const policyKeys = Object.keys(policyFields)

/** What holds of these without a word about it. */
export const networkSchema = z.object({
  ...networkFields,
  allowLoopbackService: networkFields.allowLoopbackService.default(false),
  certificateAuthorities: networkFields.certificateAuthorities.optional(),
  pins: networkFields.pins.optional(),
  proxy: networkFields.proxy.default('system'),
  startWithPc: networkFields.startWithPc.default('no'),
})
export type Policy = Readonly<z.infer<typeof networkSchema>>

export const settingsOfPolicy = z.object(settingFields).partial()
export type PolicySettings = Readonly<z.output<typeof settingsOfPolicy>>
