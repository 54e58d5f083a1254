import { HttpError } from '#simulators/kit/http.ts'

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
type ErrorDetails = {
  type?: ErrorType
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** With `isStored` the idempotency key keeps it: an outcome is kept, a refused parameter is not. */
export class ApiError extends HttpError {
  readonly details: ErrorDetails
  readonly isStored: boolean

  constructor(status: number, message: string, details: ErrorDetails = {}, isStored = false) {
    super(status, message)
    this.details = details
    this.isStored = isStored
  }
}

export const toErrorBody = (error: HttpError) => {
  const { type = 'invalid_request_error', ...rest } = error instanceof ApiError ? error.details : {}
  const doc = rest.code ? { doc_url: getDocUrl(rest.code) } : {}
  return { error: { ...rest, ...doc, message: error.message, type } }
}

export const getDocUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** e.g. `badParam('line_items[0][quantity]', 'parameter_invalid_integer', 'Invalid integer: two')` */
export const badParam = (param: string, code: string | undefined, message: string) =>
  new ApiError(400, message, { param, ...(code ? { code } : {}) })

/** @param usedLiveKey the request's key is a live one; only for an object that exists in the other mode */
export const resourceMissing = (noun: string, id: string, param = noun, usedLiveKey?: boolean) => {
  const [mode, other] = usedLiveKey ? ['live', 'test'] : ['test', 'live']
  const hint = `; a similar object exists in ${other} mode, but a ${mode} mode key was used to make this request.`
  const message = `No such ${noun}: '${id}'${usedLiveKey === undefined ? '' : hint}`
  return new ApiError(404, message, { code: 'resource_missing', param })
}
