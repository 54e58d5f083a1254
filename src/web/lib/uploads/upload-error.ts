/** `message` is the technical cause; `reason` is a sentence for the user. */
export class UploadError extends Error {
  readonly reason: string
  readonly isFinal: boolean
  constructor(message: string, reason: string, { isFinal = false } = {}) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.isFinal = isFinal
  }
}

/** The object store's own words. */
export const expiredMessage = 'Request has expired'

export const isFinalStatus = (status: number): boolean => [400, 413, 415, 422].includes(status)
