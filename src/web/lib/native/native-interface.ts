export type ShareContent = { title: string; text: string; url: string }
export type HapticStyle = 'Heavy' | 'Medium' | 'Light'
export type StatusBar = {
  isDark: boolean
  color: string
}
/** Returns false to leave the link to other handlers. The link is unvalidated input. */
export type LinkHandler = (link: string) => boolean

export type Native = {
  platform: 'web' | 'ios' | 'android'
  canShare: () => boolean
  /** Closing the share sheet without sharing is not an error. @throws Error when it could not be opened */
  share: (what: ShareContent) => Promise<void>
  haptic: (style: HapticStyle) => void
  /** Back closes the top layer first; in the native shell it then navigates back. @param isHome whether back leaves the app here */
  onBack: (isHome: () => boolean) => () => void
  setStatusBar: (look: StatusBar) => void
  /** @returns a sentence that says where; null when the system shows it itself @throws FileWriteError when it could not be written */
  saveDocument: (fileName: string, content: Blob | string) => Promise<string | null>
  /** @throws FileWriteError when the device is full, Error when the file could not be shared */
  exportFile: (fileName: string, content: Blob) => Promise<void>
  /** @throws in the shell: ApiError when refused, TypeError when unreachable, FileWriteError when the device is full */
  openDocument: (url: string, fileName: string) => Promise<void>
  canTakePicture: () => boolean
  /** Null when the user canceled. @throws CameraPermissionError when camera access is denied */
  takePicture: () => Promise<File | null>
  openInBrowser: (url: string) => Promise<void>
  closeBrowser: () => Promise<void>
  /** Also for the launch link. The latest handler comes first; an unhandled link waits for the next one. @returns removes the handler */
  onLink: (handler: LinkHandler) => () => void
  leave: () => void
}
