/** The message is for the user. */
export class FileError extends Error {
  readonly mayBeWindows1252: boolean
  constructor(message: string, { mayBeWindows1252 = false } = {}) {
    super(message)
    this.name = 'FileProblem'
    this.mayBeWindows1252 = mayBeWindows1252
  }
}

/** @throws the signal's reason when it has aborted */
export const yieldToBrowser = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

export type TaskOptions = {
  /** From 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal | undefined
}
