/** Why a file can't be read, in a sentence for the person who chose it. */
export class FileError extends Error {
  /** The file may be readable in the old encoding of Windows. */
  readonly mayBeWindows1252: boolean
  constructor(message: string, { mayBeWindows1252 = false } = {}) {
    super(message)
    this.name = 'FileProblem'
    this.mayBeWindows1252 = mayBeWindows1252
  }
}

/** Lets the page draw and answer; throws when the work is no longer wanted. */
export const yieldToBrowser = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

export type TaskOptions = {
  /** How far it got, 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal | undefined
}
