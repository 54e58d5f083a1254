/** Error texts of systems without free space, in English. */
const full = /ENOSPC|no space left|out of space|not enough (free |storage )?space|(disk|volume|storage).* full/i

/** A file could not be written to this device; the message is for the user. */
export class FileWriteError extends Error {
  /** The device is full: another name or folder doesn't help. */
  readonly isFull: boolean

  /** @param reason the system's error text */
  constructor(reason: string) {
    const isFull = full.test(reason)
    super(
      isFull
        ? 'This device has no free space left. Free some space, then try again.'
        : "This device could not save the file. Check its free space and Billfold's permissions in Settings, then try again.",
    )
    this.name = 'FileWriteError'
    this.isFull = isFull
  }
}

/** Camera access was denied; the message is for the user. */
export class CameraPermissionError extends Error {
  constructor() {
    super("Billfold has no access to the camera. Allow it in your phone's settings, then try again.")
    this.name = 'CameraPermissionError'
  }
}
