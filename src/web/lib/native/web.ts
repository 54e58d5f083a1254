import { closeTopLayer, isLayerOpen, watchLayers } from './layers.ts'
import type { HapticStyle, Native } from './native-interface.ts'

const maxEdgePixels = 2400
const maxUnscaledBytes = 1_500_000
const quality = 0.85

const scaleDown = async (picture: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, maxEdgePixels / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const shrinkPicture = async (file: File): Promise<File> => {
  if (file.size <= maxUnscaledBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const small = await scaleDown(picture)
    picture.close()
    return small.size < file.size ? new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}

const vibrationMs: Record<HapticStyle, number> = { Heavy: 30, Medium: 20, Light: 10 }

const matches = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches
const isTouched = () => matches('(pointer: coarse)')

/** Browsers log a warning when a page vibrates before the user has interacted with it. */
const mayVibrate = () => isTouched() && navigator.userActivation?.hasBeenActive === true && !matches('(prefers-reduced-motion: reduce)')

const download = (fileName: string, content: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The download has started by then, so the URL can be released.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const pickPicture = (): Promise<File | null> =>
  new Promise((resolve) => {
    const picker = document.createElement('input')
    picker.type = 'file'
    picker.accept = 'image/*'
    picker.setAttribute('capture', 'environment')
    picker.addEventListener('change', () => resolve(picker.files?.[0] ?? null))
    picker.addEventListener('cancel', () => resolve(null))
    picker.click()
  })

/** Android's back gesture, for example; TypeScript's DOM types lack it. */
type CloseWatcher = EventTarget & { destroy: () => void }
const closeWatchers = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher

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
      // A form that was not discarded stays open and handles the next request, too.
      follow()
    })
  }
  const stop = watchLayers(follow)
  return () => {
    stop()
    watcher?.destroy()
  }
}

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
  // Without CloseWatcher, back navigates as usual.
  onBack: () => (closeWatchers && isTouched() ? watchBack(closeWatchers) : () => {}),
  // The theme-color tags in the page's head apply.
  setStatusBar: () => {},
  saveDocument: async (fileName, content) => {
    download(fileName, content instanceof Blob ? content : new Blob([content]))
    return null
  },
  exportFile: async (fileName, content) => download(fileName, content),
  openDocument: async (url) => void window.open(url, '_blank', 'noopener'),
  canTakePicture: isTouched,
  takePicture: async () => {
    const taken = await pickPicture()
    return taken && shrinkPicture(taken)
  },
  openInBrowser: async (url) => void window.open(url, '_blank', 'noopener'),
  closeBrowser: async () => {},
  onLink: () => () => {},
  leave: () => {},
}
