import { Camera, CameraResultType, CameraSource } from '@capacitor/camera'
import { CameraPermissionError } from './camera-error.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/**
 * Has the phone's camera take a picture. As bytes, not as an address: the shell's own files lie on another origin, which the page's policy refuses.
 * @returns null when nothing was taken
 * @throws CameraRefused when the app may not use the camera
 */
export const takePicture = async (): Promise<File | null> => {
  try {
    const { base64String, format } = await Camera.getPhoto({
      resultType: CameraResultType.Base64,
      source: CameraSource.Camera,
      width: 2400,
      quality: 85,
      correctOrientation: true,
    })
    const type = `image/${format === 'jpg' ? 'jpeg' : format}`
    return base64String ? new File([bytesOf(base64String)], `photo.${format === 'jpeg' ? 'jpg' : format}`, { type }) : null
  } catch (error) {
    const { message } = error as Error
    if (/denied/i.test(message)) throw new CameraPermissionError()
    if (/cancel/i.test(message)) return null
    throw error
  }
}
