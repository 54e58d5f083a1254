/** A file can't be read; the message is for the user. */
export class FileError extends Error {
  /** The file may be encoded as Windows-1252. */
  readonly mayBeWindows1252: boolean
  constructor(message: string, { mayBeWindows1252 = false } = {}) {
    super(message)
    this.name = 'FileProblem'
    this.mayBeWindows1252 = mayBeWindows1252
  }
}

/**
 * Yields to the browser, so that the page stays responsive.
 * @throws the signal's reason when it has aborted
 */
export const yieldToBrowser = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

export type TaskOptions = {
  /** Called with the progress, from 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal | undefined
}
