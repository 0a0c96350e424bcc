import os from 'node:os'
import path from 'node:path'
import { app, type BrowserWindow, clipboard, dialog } from 'electron'
import { makeSaveFile } from '../system/save-file'
import { activityHandlers } from './activity'
import type { Handlers } from './answer'
import { listHandlers } from './lists'
import { lookupHandlers } from './lookup'
import { paperHandlers } from './paper'
import type { Parts, Surroundings } from './parts'
import { peopleHandlers } from './people'
import { refundHandlers } from './refund'
import { settingsHandlers } from './settings'

/** Makes all handlers of a till. */
export function makeHandlers(
  window: BrowserWindow,
  reloadPage: () => void,
  till: Omit<Parts, keyof Surroundings>,
): Handlers {
  const userData = app.getPath('userData')
  const home = app.getPath('home')
  const parts: Parts = {
    ...till,
    contents: window.webContents,
    saveFile: makeSaveFile({
      showSaveDialog: (options) => dialog.showSaveDialog(window, options),
      documents: app.getPath('documents'),
      ownFolder: userData,
    }),
    showOpenDialog: (options) => dialog.showOpenDialog(window, options),
    writeClipboard: (text) => clipboard.writeText(text),
    reloadPage,
    folders: { profile: till.folder, log: path.join(userData, 'logs'), home },
    account: os.userInfo().username,
    now: () => new Date(),
  }
  return {
    ...lookupHandlers(parts),
    ...refundHandlers(parts),
    ...activityHandlers(parts),
    ...settingsHandlers(parts),
    ...peopleHandlers(parts),
    ...listHandlers(parts),
    ...paperHandlers(parts),
  }
}
