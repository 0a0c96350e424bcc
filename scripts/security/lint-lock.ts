import type { Finding } from './finding'
import type { Lock } from './locks'
import type { LoadTool } from './tools'

interface Verdict {
  readonly errors: readonly { readonly package: string; readonly message: string }[]
}

/** What of lockfile-lint's API is used here. */
interface Api {
  ParseLockfile: new (options: {
    lockfileText: string
    lockfileType: 'npm'
  }) => {
    parseSync(): { readonly object: unknown }
  }
  ValidateHost: Validator<readonly string[]>
  ValidateHttps: Validator<undefined>
  ValidatePackageNames: Validator<readonly string[]>
  ValidateIntegrity: Validator<undefined>
}

type Validator<T> = new (input: { packages: unknown }) => { validate(options?: T): Verdict }

/**
 * What lockfile-lint finds: packages from elsewhere than npm's registry, without https, under another's name, or with an
 * old hash. This project's lock files name no addresses at all, so that every mirror will do; any that appears is judged.
 */
export function lintLock(load: LoadTool, { name, text, manifest }: Lock): readonly Finding[] {
  const { ParseLockfile, ...validators } = load('lockfile-lint-api') as Api
  const { object: packages } = new ParseLockfile({ lockfileText: text, lockfileType: 'npm' }).parseSync()
  const { ValidateHost, ValidateHttps, ValidateIntegrity, ValidatePackageNames } = validators
  const aliases = Object.entries(manifest.dependencies ?? {}).flatMap(([alias, version]) => {
    const real = /^npm:(.+)@/.exec(version)?.[1]
    return real === undefined ? [] : [`${alias}:${real}`]
  })
  const verdicts: readonly (readonly [string, Verdict])[] = [
    ['host', new ValidateHost({ packages }).validate(['npm'])],
    ['https', new ValidateHttps({ packages }).validate()],
    ['names', new ValidatePackageNames({ packages }).validate(aliases)],
    ['integrity', new ValidateIntegrity({ packages }).validate()],
  ]
  return verdicts.flatMap(([rule, { errors }]) =>
    errors.map((error) => ({
      rule: `lockfile-lint: ${rule}`,
      where: error.package,
      what: `${name}: ${error.message.replaceAll(/\s+/g, ' ').trim()}`,
    })),
  )
}
