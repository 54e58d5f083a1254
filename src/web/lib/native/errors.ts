/** How systems say that there is no room left; in other languages than English they are not understood. */
const full = /ENOSPC|no space left|out of space|not enough (free |storage )?space|(disk|volume|storage).* full/i

/** A file could not be written to this device; the message is a sentence for the person who wanted it. */
export class FileWriteError extends Error {
  /** There is no room left: another name or folder doesn't help. */
  readonly isFull: boolean

  /** @param reason the system's own words */
  constructor(reason: string) {
    const isFull = full.test(reason)
    super(
      isFull
        ? 'This device has no free space left. Free some space, then try again.'
        : 'This device could not save the file. Check its free space and what Billfold is allowed to do in its settings, then try again.',
    )
    this.name = 'FileWriteError'
    this.isFull = isFull
  }
}

/** The camera may not be used; the message is a sentence for whoever wanted to. */
export class CameraPermissionError extends Error {
  constructor() {
    super('Billfold may not use the camera. Allow it in the settings of your phone, then try again.')
    this.name = 'CameraPermissionError'
  }
}
