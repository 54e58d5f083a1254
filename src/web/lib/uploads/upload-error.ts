/** A failed upload. `message` is the technical cause; `reason` is a sentence for the user. */
export class UploadError extends Error {
  readonly reason: string
  /** The same file will never be accepted. */
  readonly isFinal: boolean
  constructor(message: string, reason: string, { isFinal = false } = {}) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.isFinal = isFinal
  }
}

/** The message for an expired upload URL. */
export const expiredMessage = 'Request has expired'

/** Whether the status means that the server rejected the file itself. */
export const isFinalStatus = (status: number): boolean => [400, 413, 415, 422].includes(status)
