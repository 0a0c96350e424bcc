import { contextBridge, ipcRenderer } from 'electron'

/** Exposes the page's two ways to main, typed by the contract (`BridgeApi`). Main parses every input. */
contextBridge.exposeInMainWorld('tillside', {
  call: (channel: unknown, input: unknown = {}): Promise<unknown> =>
    ipcRenderer.invoke('call', channel, input),
  onEvent: (listener: (event: unknown) => void) => {
    // Electron's event carries the sender, which must not reach the page.
    ipcRenderer.on('event', (_event, event: unknown) => listener(event))
  },
})
