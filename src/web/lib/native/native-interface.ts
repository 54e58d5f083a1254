/** Content for the system's share sheet. */
export type ShareContent = { title: string; text: string; url: string }
export type HapticStyle = 'Heavy' | 'Medium' | 'Light'
export type StatusBar = {
  isDark: boolean
  /** The header's color, as '#rrggbb'. */
  color: string
}
/** Handles a link that the system opened the app with; returns false to leave it to other handlers. The link is unvalidated input. */
export type LinkHandler = (link: string) => boolean

/** Device capabilities, implemented by the browser or by the native shell. */
export type Native = {
  platform: 'web' | 'ios' | 'android'
  /** Whether links can be shared. */
  canShare: () => boolean
  /**
   * Opens the system's share sheet. Closing it without sharing is not an error.
   * @throws Error when it could not be opened
   */
  share: (what: ShareContent) => Promise<void>
  /** Gives haptic feedback, where the device supports it and motion isn't reduced. */
  haptic: (style: HapticStyle) => void
  /**
   * Makes the system's back button close the top layer first (dialog, sheet, menu). In the native shell it then navigates back, and leaves
   * the app on the home page.
   * @param isHome whether back leaves the app here
   * @returns restores the default
   */
  onBack: (isHome: () => boolean) => () => void
  /** Styles the phone's status bar. */
  setStatusBar: (look: StatusBar) => void
  /**
   * Saves a file to the device's documents.
   * @returns a sentence that says where; null when the system shows it itself
   * @throws FileWriteError when it could not be written
   */
  saveDocument: (fileName: string, content: Blob | string) => Promise<string | null>
  /**
   * Exports a file: a browser downloads it, the shell opens the share sheet.
   * @throws FileWriteError when the device is full, Error when the file could not be shared
   */
  exportFile: (fileName: string, content: Blob) => Promise<void>
  /**
   * Shows a document of the server: a browser in a new tab, the shell in an app that can open it.
   * @throws ApiError when the server rejects the request, TypeError when it can't be reached, FileWriteError when the device is full; only
   * in the shell
   */
  openDocument: (url: string, fileName: string) => Promise<void>
  canTakePicture: () => boolean
  /**
   * Takes a picture, scaled for upload; null when the user canceled.
   * @throws CameraPermissionError when camera access is denied
   */
  takePicture: () => Promise<File | null>
  /** Opens a URL in the system's browser, beside the app. */
  openInBrowser: (url: string) => Promise<void>
  /** Closes the browser that `openInBrowser` opened, where the system allows it. */
  closeBrowser: () => Promise<void>
  /**
   * Registers a handler for links that open the app, including the one that launched it. The latest handler is called first; an unhandled
   * link waits for the next handler.
   * @returns removes the handler
   */
  onLink: (handler: LinkHandler) => () => void
  /** Sends the app to the background. */
  leave: () => void
}
