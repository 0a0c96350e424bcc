// What the floor build of Electron runs when it is given the path of an app. The official release
// brings its own; the floor build comes without, so this one does the part of it that we need.
const { app } = require('electron')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')

/**
 * Splits the command line into what is for Electron and what is for the app.
 * The first word that is no switch is the app; all after it is the app's own.
 */
function readCommandLine(words) {
  const preloads = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (word === '-r' || word === '--require') {
      index += 1
      preloads.push(words[index])
    } else if (!word.startsWith('-')) {
      return { preloads, appPath: path.resolve(word) }
    }
  }
  return { preloads, appPath: null }
}

/** The manifest beside the app's code, or an empty one for a bare script. */
function readManifest(appPath) {
  const file = path.join(appPath, 'package.json')
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
}

/** Gives the program the app's name, version and places, then loads the app as the main module. */
function loadApp(appPath) {
  const manifest = readManifest(appPath)
  const name = manifest.productName ?? manifest.name
  if (name) {
    app.setName(name)
    // A folder asked for on the command line stays the one in use.
    if (!app.commandLine.hasSwitch('user-data-dir')) {
      app.setPath('userData', path.join(app.getPath('appData'), name))
    }
  }
  if (manifest.version) app.setVersion(manifest.version)
  app.setAppPath(appPath)
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
  Module._load(require.resolve(appPath), null, true)
}

const commandLine = readCommandLine(process.argv.slice(1))
if (commandLine.appPath === null) {
  process.stderr.write('This is a bare Electron: give it the path of an app.\n')
  app.exit(2)
} else {
  for (const file of commandLine.preloads) require(path.resolve(file))
  try {
    loadApp(commandLine.appPath)
  } catch (error) {
    // Without this a dialog would wait for a person, on a machine that may have none.
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    app.exit(1)
  }
}
