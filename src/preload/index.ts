import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { listeners, operations } from '../shared/operations'

/** Without an input nothing is asked for. Whatever the page gives is parsed in main. */
const caller =
  (channel: string) =>
  (input: unknown = {}): Promise<unknown> =>
    ipcRenderer.invoke(channel, input)

const listenerTo = (signal: string) => (listener: (value: unknown) => void) => {
  // The event object carries the sender; it never reaches the page.
  const forward = (_event: IpcRendererEvent, value: unknown) => listener(value)
  ipcRenderer.on(signal, forward)
  return () => {
    ipcRenderer.removeListener(signal, forward)
  }
}

const bridgeApi = [
  ...Object.entries(operations).map(([name, channel]) => [name, caller(channel)] as const),
  ...Object.entries(listeners).map(([name, signal]) => [name, listenerTo(signal)] as const),
]

contextBridge.exposeInMainWorld('tillside', Object.fromEntries(bridgeApi))
