/** An upload that came to nothing. `message` is the widget's own word for it; `reason` says it to the person, in a sentence. */
export class UploadError extends Error {
  readonly reason: string
  constructor(message: string, reason: string) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
  }
}
