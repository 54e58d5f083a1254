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
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What an error says, whatever was thrown. */
export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
