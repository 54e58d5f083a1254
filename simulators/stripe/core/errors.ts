type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
type ErrorDetails = { type?: ErrorType; code?: string; param?: string; decline_code?: string; charge?: string }

/** An answer in Stripe's error shape. `remembered` says whether an idempotency key keeps it: refused parameters are not kept, outcomes are. */
export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails
  readonly remembered: boolean

  constructor(status: number, message: string, details: ErrorDetails = {}, remembered = false) {
    super(message)
    this.status = status
    this.details = details
    this.remembered = remembered
  }

  /** The JSON body that Stripe sends, `{ error: { type, message, code?, param?, doc_url? } }`. */
  body() {
    const { type = 'invalid_request_error', ...rest } = this.details
    const doc = rest.code ? { doc_url: `https://stripe.com/docs/error-codes/${rest.code.replaceAll('_', '-')}` } : {}
    return { error: { ...rest, ...doc, message: this.message, type } }
  }
}

/** 400 for one parameter, e.g. `badParam('line_items[0][quantity]', 'parameter_invalid_integer', 'Invalid integer: two')`. */
export const badParam = (param: string, code: string | undefined, message: string) =>
  new ApiError(400, message, { param, ...(code ? { code } : {}) })

/**
 * 404 as for an id that was never given out; another account's object answers the same. `askedLive` is set when the object is in
 * the other mode, and says whether a live key asked.
 */
export const missing = (noun: string, id: string, param = noun, askedLive?: boolean) => {
  const [asked, other] = askedLive ? ['live', 'test'] : ['test', 'live']
  const hint = `; a similar object exists in ${other} mode, but a ${asked} mode key was used to make this request.`
  const message = `No such ${noun}: '${id}'${askedLive === undefined ? '' : hint}`
  return new ApiError(404, message, { code: 'resource_missing', param })
}
