// Loaded into the main process by the bench alone, before the program: how long main takes for each look for a
// saved copy, from the call's arrival to its answer, and how long of that it was ready to run and had no processor
// (Linux tells that, elsewhere null), both in milliseconds. Written when the program ends.
const { readFileSync, writeFileSync } = require('node:fs')
const { app, ipcMain } = require('electron')

function waitedSoFar() {
  if (process.platform !== 'linux') return null
  // Its second figure is the time on the run queue, in nanoseconds.
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
}

const calls = []
const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, listener) => {
  if (channel !== 'lookup:saved') return handle(channel, listener)
  handle(channel, async (...call) => {
    const before = waitedSoFar()
    const started = performance.now()
    const answer = await listener(...call)
    const took = performance.now() - started
    const after = waitedSoFar()
    calls.push({ took, waited: before === null || after === null ? null : Math.min(after - before, took) })
    return answer
  })
}
app.on('will-quit', () => writeFileSync(process.env.TILLSIDE_BENCH_WATCH ?? '', JSON.stringify(calls)))
