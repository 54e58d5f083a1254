/** The provider could not be asked, or gave no usable answer; nothing is known, nothing has changed. */
export class ProviderError extends Error {
  /** The attempt's own key will be answered like this for ever: only a new attempt can succeed. */
  readonly isKeySpent: boolean
  /** The provider understood, and said no: asking again changes nothing. */
  readonly isRefused: boolean
  /** The key that we ask with isn't accepted (any more). */
  readonly isKeyRefused: boolean
  constructor(
    message: string,
    {
      isSpent = false,
      isRefused = false,
      isKeyRefused = false,
      ...options
    }: ErrorOptions & { isSpent?: boolean; isRefused?: boolean; isKeyRefused?: boolean } = {},
  ) {
    super(message, options)
    this.isKeySpent = isSpent
    this.isRefused = isRefused
    this.isKeyRefused = isKeyRefused
  }
}

/** An event that its provider didn't sign, or not lately. */
export class InvalidSignature extends Error {}
