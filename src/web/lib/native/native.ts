import type { Native } from './native-interface.ts'
import { platform } from './platform.ts'
import { web } from './web.ts'

type Shell = Omit<Native, 'platform' | 'canShare' | 'canTakePicture'>
let loading: Promise<Shell> | undefined

/** Loaded only in the native shell; a failed load is retried on the next call. */
const shell = (): Promise<Shell> => {
  loading ??= import('./shell.ts').then(
    (loaded) => loaded.shell,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

const runWithShell = (use: (loadedShell: Shell) => void): void => {
  shell().then(use, () => {})
}

const registered = (register: (loadedShell: Shell) => () => void): (() => void) => {
  let end: (() => void) | undefined
  let isEnded = false
  runWithShell((loadedShell) => {
    if (!isEnded) end = register(loadedShell)
  })
  return () => {
    isEnded = true
    end?.()
  }
}

const createNative = (): Native => ({
  platform,
  canShare: () => true,
  share: async (what) => (await shell()).share(what),
  haptic: (style) => runWithShell((loadedShell) => loadedShell.haptic(style)),
  onBack: (isHome) => registered((loadedShell) => loadedShell.onBack(isHome)),
  setStatusBar: (look) => runWithShell((loadedShell) => loadedShell.setStatusBar(look)),
  saveDocument: async (fileName, content) => (await shell()).saveDocument(fileName, content),
  exportFile: async (fileName, content) => (await shell()).exportFile(fileName, content),
  openDocument: async (url, fileName) => (await shell()).openDocument(url, fileName),
  canTakePicture: () => true,
  takePicture: async () => (await shell()).takePicture(),
  openInBrowser: async (url) => (await shell()).openInBrowser(url),
  closeBrowser: async () => (await shell()).closeBrowser(),
  onLink: (handler) => registered((loadedShell) => loadedShell.onLink(handler)),
  leave: () => runWithShell((loadedShell) => loadedShell.leave()),
})

export const native: Native = platform === 'web' ? web : createNative()
