import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Camera, CameraResultType, CameraSource } from '@capacitor/camera'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Haptics, ImpactStyle } from '@capacitor/haptics'
import { Share } from '@capacitor/share'
import { StatusBar, Style } from '@capacitor/status-bar'
import { toSafeFileName } from '#shared/file-names.ts'
import { CameraPermissionError, FileWriteError } from './errors.ts'
import { fetchFile } from './fetch-file.ts'
import { closeTopLayer, isLayerOpen } from './layers.ts'
import type { LinkHandler, Native, ShareContent } from './native-interface.ts'
import { platform } from './platform.ts'

/** Files cross the bridge as base64 in chunks; a multiple of three bytes needs no padding. */
const chunkBytes = 3 * 256 * 1024

const base64 = (chunk: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(chunk)
  })

const notWritten = (error: Error): never => {
  throw new FileWriteError(error.message)
}

/** @returns its URI on this device @throws FileWriteError */
const write = async (path: string, content: Blob, directory: Directory): Promise<string> => {
  const data = await base64(content.slice(0, chunkBytes))
  const { uri } = await Filesystem.writeFile({ path, data, directory, recursive: true }).catch(notWritten)
  for (let at = chunkBytes; at < content.size; at += chunkBytes) {
    const data = await base64(content.slice(at, at + chunkBytes))
    await Filesystem.appendFile({ path, data, directory }).catch(notWritten)
  }
  return uri
}

const share = async (what: { files: string[] } | ShareContent, title: string): Promise<void> => {
  await Share.share({ ...what, title, dialogTitle: title }).catch((error: Error) => {
    if (!/cancel/i.test(error.message)) throw error
  })
}

const exportFile = async (fileName: string, content: Blob): Promise<void> => {
  const name = toSafeFileName(fileName)
  await share({ files: [await write(name, content, Directory.Cache)] }, name)
}

const openDocument = async (url: string, fileName: string): Promise<void> => exportFile(...(await fetchFile(url, fileName)))

const folderNames = { android: 'in the folder Documents', ios: 'in Files, in the folder Billfold', web: 'on this device' }

/** 'a.json', 'a (2).json', 'a (3).json'. */
const numbered = (name: string, count: number) => (count === 1 ? name : name.replace(/(\.\w+)?$/, ` (${count})$1`))

const saveDocument = async (fileName: string, content: Blob | string): Promise<string | null> => {
  const blob = content instanceof Blob ? content : new Blob([content])
  // A file of the same name from another installation can't be overwritten.
  for (const count of [1, 2, 3]) {
    const name = numbered(toSafeFileName(fileName), count)
    try {
      await write(name, blob, Directory.Documents)
      return `${name} is ${folderNames[platform]}.`
    } catch (error) {
      if (error instanceof FileWriteError && error.isFull) throw error
    }
  }
  // Documents can't be written on this device: the user chooses a destination instead.
  await exportFile(fileName, blob)
  return null
}

/** The launch URL is reported again after each reload; it is handled once. */
const handledKey = 'billfold.launch-link'
/** Some systems report the launch URL in both ways. */
const sameLinkMs = 3000

const handlers: LinkHandler[] = []
let waiting: string | undefined
let last = { link: '', at: 0 }
let isListening = false

const dispatch = (link: string) => {
  if (!handlers.some((handler) => handler(link))) waiting = link
}

const receive = (link: string) => {
  if (link === last.link && Date.now() - last.at < sameLinkMs) return
  last = { link, at: Date.now() }
  dispatch(link)
}

const listen = async () => {
  isListening = true
  void App.addListener('appUrlOpen', ({ url }) => receive(url))
  const launch = await App.getLaunchUrl()
  if (!launch?.url || sessionStorage.getItem(handledKey) === launch.url) return
  sessionStorage.setItem(handledKey, launch.url)
  receive(launch.url)
}

const onLink = (handler: LinkHandler): (() => void) => {
  handlers.unshift(handler)
  if (!isListening) void listen()
  else if (waiting && handler(waiting)) waiting = undefined
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
  }
}

const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/**
 * As bytes: the shell's files are on another origin, which the content security policy blocks.
 * @throws CameraPermissionError when camera access is denied
 */
const takePicture = async (): Promise<File | null> => {
  try {
    const { base64String, format } = await Camera.getPhoto({
      resultType: CameraResultType.Base64,
      source: CameraSource.Camera,
      width: 2400,
      quality: 85,
      correctOrientation: true,
    })
    const type = `image/${format === 'jpg' ? 'jpeg' : format}`
    return base64String ? new File([decodeBase64(base64String)], `photo.${format === 'jpeg' ? 'jpg' : format}`, { type }) : null
  } catch (error) {
    const { message } = error as Error
    if (/denied/i.test(message)) throw new CameraPermissionError()
    if (/cancel/i.test(message)) return null
    throw error
  }
}

const impact = { Heavy: ImpactStyle.Heavy, Medium: ImpactStyle.Medium, Light: ImpactStyle.Light }
const ignored = () => {}

const leave = () => void App.minimizeApp().catch(ignored)

export const shell: Omit<Native, 'platform' | 'canShare' | 'canTakePicture'> = {
  share: (what) => share(what, what.title),
  haptic: (style) => void Haptics.impact({ style: impact[style] }).catch(ignored),
  onBack: (isHome) => {
    const listening = App.addListener('backButton', ({ canGoBack }) => {
      if (isLayerOpen()) closeTopLayer()
      else if (isHome() || !canGoBack) leave()
      else history.back()
    })
    return () => void listening.then((listener) => listener.remove())
  },
  setStatusBar: ({ isDark, color }) => {
    void StatusBar.setStyle({ style: isDark ? Style.Dark : Style.Light }).catch(ignored)
    // Newer systems draw the page below the bar and reject this.
    void StatusBar.setBackgroundColor({ color }).catch(ignored)
  },
  saveDocument,
  exportFile,
  openDocument,
  takePicture,
  openInBrowser: (url) => Browser.open({ url: new URL(url, location.href).href }),
  // Android doesn't support this; the link itself brings the app to the front.
  closeBrowser: () => Browser.close().catch(ignored),
  onLink,
  leave,
}
