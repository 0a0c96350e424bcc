// Loaded into the main process by the bench alone, before the program. `copies`: how long main takes for each saved copy,
// from the arrival of the question to the push of the copy, and how long of that it was ready to run and had no processor
// (Linux tells that, elsewhere null), both in milliseconds. The bench asks for one code at a time. `posts`: when each POST was
// given to its socket, in milliseconds since 1970, with fractions. Written when the program ends.
const { subscribe } = require('node:diagnostics_channel')
const { readFileSync, writeFileSync } = require('node:fs')
const { app, ipcMain } = require('electron')

function waitedSoFar() {
  if (process.platform !== 'linux') return null
  // Its second figure is the time on the run queue, in nanoseconds.
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
}

const copies = []
const posts = []
let asked = null
const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (name, listener) => {
  handle(name, (event, channel, input) => {
    if (channel === 'lookup:find') asked = { before: waitedSoFar(), started: performance.now() }
    return listener(event, channel, input)
  })
}
function notePush() {
  if (asked === null) return
  const { before, started } = asked
  asked = null
  const took = performance.now() - started
  const after = waitedSoFar()
  copies.push({ took, waited: before === null || after === null ? null : Math.min(after - before, took) })
}
app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents)
  contents.send = (name, event) => {
    if (event.kind === 'lookup:copy-found') notePush()
    send(name, event)
  }
})
subscribe('http.client.request.start', ({ request }) => {
  if (request.method === 'POST') posts.push(performance.timeOrigin + performance.now())
})
app.on('will-quit', () =>
  writeFileSync(process.env.TILLSIDE_BENCH_WATCH ?? '', JSON.stringify({ copies, posts })),
)
