/** English texts of several systems. */
const full = /ENOSPC|no space left|out of space|not enough (free |storage )?space|(disk|volume|storage).* full/i

/** The message is for the user. */
export class FileWriteError extends Error {
  /** Another name or folder doesn't help. */
  readonly isFull: boolean

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

export class CameraPermissionError extends Error {
  constructor() {
    super("Billfold has no access to the camera. Allow it in your phone's settings, then try again.")
    this.name = 'CameraPermissionError'
  }
}
