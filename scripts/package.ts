import { parseArgs } from 'node:util'
import { packageApp, packInstallers } from './packaging/package-app'
import { setUp } from './setup/place-electron'
import { runScript } from './setup/project.mjs'

const flag = { type: 'boolean', default: false } as const

/**
 * `npm run package`: packs the app as it is installed and makes its installers, for this machine's own system, into dist/.
 * With `--for-trial` of whatever Electron is placed, with `--test` one that takes a debugger; both say so on their
 * screens. `--downloads` lets the packager fetch tools of its own and makes every kind of installer; `--no-installers`
 * ends with the program; `--renew-contents` writes anew which files a package has.
 */
await runScript(async (words) => {
  const options = {
    'for-trial': flag,
    test: flag,
    downloads: flag,
    'no-installers': flag,
    'renew-contents': flag,
  }
  const { values } = parseArgs({ args: [...words], options })
  const kind = values.test ? 'test_package' : values['for-trial'] ? 'trial_package' : 'package'
  const electron = await setUp()
  const packed = await packageApp(electron, kind, { renewContents: values['renew-contents'] })
  const made = values['no-installers'] ? [] : await packInstallers(electron, kind, packed, values)
  process.stdout.write(`${[...packed.words, packed.program, ...made].join('\n')}\n`)
})
