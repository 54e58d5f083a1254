/** The message tells the operator why, and what to do. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedDatabaseError'
  }
}

export class FolderInUseError extends EmbeddedDatabaseError {}

/** 'ENOENT', '57P03'; empty when there is none. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const mentionsFullDisk = (text: string): boolean => /No space left on device|wrote only \d+ of \d+ bytes/.test(text)

export const diskFullError = (folder: string, cause?: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `There is no space left on the disk of ${folder}. Free some space there, or set DATA_DIR to a folder on a larger disk, then try again.`,
    { cause },
  )
