/** An upload that came to nothing. `message` is the widget's own word for it; `reason` says it to the person, in a sentence. */
export class UploadError extends Error {
  readonly reason: string
  /** The same file will never be taken. */
  readonly isFinal: boolean
  constructor(message: string, reason: string, { isFinal = false } = {}) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.isFinal = isFinal
  }
}

/** The widget's word for an address whose time is over. */
export const expiredMessage = 'Request has expired'

/** Whether the server looked at the file and doesn't want it. */
export const isFinalStatus = (status: number): boolean => [400, 413, 415, 422].includes(status)
