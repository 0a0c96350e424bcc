import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'

/** The two ways between page and main, typed in the window by the contract (`BridgeApi`). Main parses what the page gives. */
contextBridge.exposeInMainWorld('tillside', {
  // A channel that asks for nothing is called without an input.
  call: (channel: unknown, input: unknown = {}): Promise<unknown> =>
    ipcRenderer.invoke('call', channel, input),
  onEvent: (listener: (event: unknown) => void) => {
    // Electron's own event carries the sender; it never reaches the page.
    const forward = (_event: IpcRendererEvent, event: unknown) => listener(event)
    ipcRenderer.on('event', forward)
    return () => {
      ipcRenderer.removeListener('event', forward)
    }
  },
})
