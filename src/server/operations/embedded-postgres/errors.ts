/** The embedded database cannot be used. The message tells the operator why, and what to do. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedDatabaseError'
  }
}

/** Another process uses the data folder. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/** The code of a system or database error ('ENOENT', '57P03'), or an empty text. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The message of whatever was thrown. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether the output of PostgreSQL's programs (in English, LC_ALL=C) reports a full disk, also by a partial write. */
export const mentionsFullDisk = (text: string): boolean => /No space left on device|wrote only \d+ of \d+ bytes/.test(text)

/** The error for a full disk. */
export const diskFullError = (folder: string, cause?: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `There is no space left on the disk of ${folder}. Free some space there, or set DATA_DIR to a folder on a larger disk, then try again.`,
    { cause },
  )
