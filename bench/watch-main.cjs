// Loaded into the main process by the bench alone, before the program: how long main takes for each look for a
// saved copy, from the call's arrival to its answer, in milliseconds. Written when the program ends.
const { writeFileSync } = require('node:fs')
const { app, ipcMain } = require('electron')

const times = []
const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, listener) => {
  if (channel !== 'lookup:saved') return handle(channel, listener)
  handle(channel, async (...call) => {
    const started = performance.now()
    const answer = await listener(...call)
    times.push(performance.now() - started)
    return answer
  })
}
app.on('will-quit', () => writeFileSync(process.env.TILLSIDE_BENCH_WATCH ?? '', JSON.stringify(times)))
