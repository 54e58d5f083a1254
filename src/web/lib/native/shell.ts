import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Camera, CameraResultType, CameraSource } from '@capacitor/camera'
import { Haptics, ImpactStyle } from '@capacitor/haptics'
import { Share } from '@capacitor/share'
import { StatusBar, Style } from '@capacitor/status-bar'
import { CameraPermissionError } from './errors.ts'
import { closeTopLayer, isLayerOpen } from './layers.ts'
import type { Native } from './native-interface.ts'
import { exportFile, openDocument, saveDocument } from './shell-files.ts'
import { onLink } from './shell-links.ts'

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
  share: async (what) => {
    await Share.share({ ...what, dialogTitle: what.title }).catch((error: Error) => {
      if (!/cancel/i.test(error.message)) throw error
    })
  },
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
