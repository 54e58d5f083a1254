/** 499: the client has left and reads no answer. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 499 | 502 | 503

/** The message is shown to the user. Every other error is a bug: it is logged in full and answered with a bare 500. */
export class AppError extends Error {
  readonly status: ErrorStatus
  /** Of the JSON body, besides `message`. */
  readonly details: Record<string, unknown>
  constructor(status: ErrorStatus, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.details = details
  }
}

/** A record that does not exist and another user's record get the same answer. */
export const notFound = (what: string) => new AppError(404, `${what} not found`)

/** `as` encodes the current record with the endpoint's reply schema. */
export class StaleVersionError extends AppError {
  readonly #current: unknown
  constructor(what: string, current: unknown) {
    super(409, `${what} was changed elsewhere since you opened it. Your input is still here; look at the present version before you save.`)
    this.#current = current
  }
  as(encode: (current: unknown) => unknown): AppError {
    return new AppError(this.status, this.message, { current: encode(this.#current) })
  }
}
