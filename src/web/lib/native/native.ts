import { platform } from './platform.ts'
import { web } from './web.ts'

/** What is handed to other apps: a link, with what it is about. */
export type ShareContent = { title: string; text: string; url: string }
export type HapticStyle = 'Heavy' | 'Medium' | 'Light'
export type StatusBar = {
  isDark: boolean
  /** The header's colour, as '#rrggbb'. */
  color: string
}
/** Takes a link that the system opened the app with; false leaves it to others. It is given as the system writes it: parse it with care. */
export type LinkHandler = (link: string) => boolean

/** What a phone can do beyond showing pages: by the browser's means, or by the native shell's. */
export type Native = {
  platform: 'web' | 'ios' | 'android'
  /** Whether a link can be handed to other apps. */
  canShare: () => boolean
  /**
   * Opens the system's own sheet for sharing. Who closes it without sharing has done nothing wrong.
   * @throws Error when it could not be opened
   */
  share: (what: ShareContent) => Promise<void>
  /** A short tap that is felt; nothing where nothing can be felt, or motion isn't wanted. */
  haptic: (style: HapticStyle) => void
  /**
   * Has the system's way back close the layer on top first: a dialog, a sheet, a menu. In the shell it then goes back, and leaves at home.
   * @param isHome whether the way back ends here
   * @returns what ends it
   */
  onBack: (isHome: () => boolean) => () => void
  /** Gives the phone's status bar the look of the page below it. */
  setStatusBar: (look: StatusBar) => void
  /**
   * Saves a file to the documents of this device.
   * @returns where it lies, in a sentence; null when the system itself tells
   * @throws NotWritten when it could not be written
   */
  saveDocument: (fileName: string, content: Blob | string) => Promise<string | null>
  /**
   * Hands a file over: a browser downloads it, the shell asks what is to become of it.
   * @throws NotWritten when this device can't hold it, Error when it could not be handed over
   */
  exportFile: (fileName: string, content: Blob) => Promise<void>
  /**
   * Shows a document of the server: a browser in a new tab, the shell in the apps that can show it.
   * @throws ApiError when the server refuses, TypeError when it can't be reached, NotWritten when this device can't hold it; only in the shell
   */
  openDocument: (url: string, fileName: string) => Promise<void>
  canTakePicture: () => boolean
  /**
   * Has a picture taken, small enough to be uploaded; null when nothing was taken.
   * @throws CameraRefused when the app may not use the camera
   */
  takePicture: () => Promise<File | null>
  /** Opens an address in the system's browser, beside the app. */
  openInBrowser: (url: string) => Promise<void>
  /** Closes what `openInBrowser` opened, where the system lets us. */
  closeBrowser: () => Promise<void>
  /**
   * Hands the links over that the system opens the app with, also the one that started it. The latest handler is asked first; a link that nobody took waits for the next.
   * @returns what ends it
   */
  onLink: (handler: LinkHandler) => () => void
  /** Leaves the app, which goes on in the background. */
  leave: () => void
}

type Shell = Omit<Native, 'platform' | 'canShare' | 'canTakePicture'>
let loading: Promise<Shell> | undefined

/** No browser ever loads it. What fails is tried again with the next call. */
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

/** Does something that nobody waits for; without the shell's file it is left undone. */
const quietly = (use: (there: Shell) => void): void => {
  shell().then(use, () => {})
}

/** Registers with the shell once it is there, unless that was ended before. */
const registered = (register: (there: Shell) => () => void): (() => void) => {
  let end: (() => void) | undefined
  let isOver = false
  quietly((there) => {
    if (!isOver) end = register(there)
  })
  return () => {
    isOver = true
    end?.()
  }
}

const inShell = (): Native => ({
  platform,
  canShare: () => true,
  share: async (what) => (await shell()).share(what),
  haptic: (style) => quietly((there) => there.haptic(style)),
  onBack: (isHome) => registered((there) => there.onBack(isHome)),
  setStatusBar: (look) => quietly((there) => there.setStatusBar(look)),
  saveDocument: async (fileName, content) => (await shell()).saveDocument(fileName, content),
  exportFile: async (fileName, content) => (await shell()).exportFile(fileName, content),
  openDocument: async (url, fileName) => (await shell()).openDocument(url, fileName),
  canTakePicture: () => true,
  takePicture: async () => (await shell()).takePicture(),
  openInBrowser: async (url) => (await shell()).openInBrowser(url),
  closeBrowser: async () => (await shell()).closeBrowser(),
  onLink: (handler) => registered((there) => there.onLink(handler)),
  leave: () => quietly((there) => there.leave()),
})

/** The device, as this page can use it. */
export const native: Native = platform === 'web' ? web : inShell()
