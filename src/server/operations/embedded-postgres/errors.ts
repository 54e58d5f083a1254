/** Why the embedded database can't be used. The message is a sentence for the person at the terminal and says how to mend it. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedDatabaseError'
  }
}

/** An app is running on the data folder. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/** The code of a system or database error ('ENOENT', '57P03'), or an empty text. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What an error says, whatever was thrown. */
export const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether PostgreSQL's programs, which speak English here, say that the disk is full; the last of it may take a part of a page. */
export const mentionsFullDisk = (text: string): boolean => /No space left on device|wrote only \d+ of \d+ bytes/.test(text)

/** The sentence for a full disk: another folder or another account would be of no use. */
export const diskFullError = (folder: string, cause?: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `There is no space left on the disk of ${folder}. Make room there, or set DATA_DIR to a folder on a larger disk, then try again.`,
    { cause },
  )
