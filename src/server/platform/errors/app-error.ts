export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 502 | 503

/** Anything a person may be told. Every other error is a bug: logged in full, answered as a bare 500. */
export class AppError extends Error {
  readonly status: ErrorStatus
  /** Further fields of the JSON body, beside `message`. */
  readonly details: Record<string, unknown>
  constructor(status: ErrorStatus, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.details = details
  }
}

/** A record that doesn't exist and a record of somebody else answer alike. */
export const notFound = (what: string) => new AppError(404, `${what} not found`)

/** A save of a copy that others have changed meanwhile. `as` writes the present record the way the endpoint's replies do, and no other way. */
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
