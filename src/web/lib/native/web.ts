import { closeTopLayer, isLayerOpen, watchLayers } from './layers.ts'
import type { HapticStyle, Native } from './native.ts'

const longestEdgePixels = 2400
/** Below this a picture is sent as it is. */
const smallBytes = 1_500_000
const quality = 0.85

const drawn = async (picture: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, longestEdgePixels / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** A camera's picture, made small enough to be sent over a phone's connection; as it came where that isn't needed or can't be done. */
const shrinkPicture = async (file: File): Promise<File> => {
  if (file.size <= smallBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const small = await drawn(picture)
    picture.close()
    return small.size < file.size ? new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}

const vibrationMs: Record<HapticStyle, number> = { Heavy: 30, Medium: 20, Light: 10 }

const matches = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches
const isTouched = () => matches('(pointer: coarse)')

/** A browser complains in its console when a page shakes that nobody has touched. */
const mayVibrate = () => isTouched() && navigator.userActivation?.hasBeenActive === true && !matches('(prefers-reduced-motion: reduce)')

const download = (fileName: string, content: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser takes the address when it gets to it, and then needs it no more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Asks a phone's browser for its camera. */
const pictureTaken = (): Promise<File | null> =>
  new Promise((resolve) => {
    const picker = document.createElement('input')
    picker.type = 'file'
    picker.accept = 'image/*'
    picker.setAttribute('capture', 'environment')
    picker.addEventListener('change', () => resolve(picker.files?.[0] ?? null))
    picker.addEventListener('cancel', () => resolve(null))
    picker.click()
  })

/** What TypeScript doesn't know yet: the system's request to close, e.g. Android's gesture for going back. */
type CloseWatcher = EventTarget & { destroy: () => void }
const closeWatchers = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher

/** As long as a layer is open, one watcher takes the way back for it. */
const watchBack = (Watcher: new () => CloseWatcher): (() => void) => {
  let watcher: CloseWatcher | undefined
  const follow = () => {
    if (!isLayerOpen()) {
      watcher?.destroy()
      watcher = undefined
      return
    }
    if (watcher) return
    watcher = new Watcher()
    watcher.addEventListener('close', () => {
      watcher = undefined
      closeTopLayer()
      // A form that was not given up stays, and wants the next request, too.
      follow()
    })
  }
  const stop = watchLayers(follow)
  return () => {
    stop()
    watcher?.destroy()
  }
}

/** By a browser's means alone. */
export const web: Native = {
  platform: 'web',
  canShare: () => typeof navigator.share === 'function',
  share: async (what) => {
    try {
      await navigator.share(what)
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    }
  },
  haptic: (style) => {
    if (mayVibrate()) navigator.vibrate?.(vibrationMs[style])
  },
  // Without such a watcher the browser's own way back is left alone: it leads to the page before.
  onBack: () => (closeWatchers && isTouched() ? watchBack(closeWatchers) : () => {}),
  // The page's own colours are named in its head.
  setStatusBar: () => {},
  saveDocument: async (fileName, content) => {
    download(fileName, content instanceof Blob ? content : new Blob([content]))
    return null
  },
  exportFile: async (fileName, content) => download(fileName, content),
  openDocument: async (url) => void window.open(url, '_blank', 'noopener'),
  canTakePicture: isTouched,
  takePicture: async () => {
    const taken = await pictureTaken()
    return taken && shrinkPicture(taken)
  },
  openInBrowser: async (url) => void window.open(url, '_blank', 'noopener'),
  closeBrowser: async () => {},
  onLink: () => () => {},
  leave: () => {},
}
