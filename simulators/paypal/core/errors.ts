/** The contract compares them with PayPal's API description. */
const issues = {
  AMOUNT_MISMATCH: 'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  CANNOT_BE_NEGATIVE:
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  DECIMALS_NOT_SUPPORTED: 'Currency does not support decimals.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED: "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  ITEM_TOTAL_MISMATCH: 'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
  REFUND_AMOUNT_EXCEEDED: 'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
  TAX_TOTAL_MISMATCH: 'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  TAX_TOTAL_REQUIRED:
    'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
}
type Issue = keyof typeof issues
type Link = { href: string; rel: string; method: string }
type Detail = { field?: string; value?: string; location?: 'body' | 'path' | 'header'; links?: Link[]; isStored?: boolean }

/** With `isStored` the PayPal-Request-Id keeps it: a final outcome is kept, a mistake in the request is not. */
export class PayPalError extends Error {
  readonly status: number
  readonly isStored: boolean
  readonly body: (debugId: string) => object

  constructor(status: number, body: (debugId: string) => object, isStored = false) {
    super(`PayPal error ${status}`)
    this.status = status
    this.body = body
    this.isStored = isStored
  }
}

const withIssue =
  (status: number, name: string, message: string) =>
  (issue: Issue, details: Detail = {}) => {
    const { links = [], isStored = false, ...location } = details
    const detail = { ...location, ...(location.field && !location.location ? { location: 'body' } : {}), issue, description: issues[issue] }
    const help = { href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`, rel: 'information_link', method: 'GET' }
    return new PayPalError(status, (debug_id) => ({ name, message, debug_id, details: [detail], links: [help, ...links] }), isStored)
  }

/** The request is invalid. */
export const badRequest = withIssue(400, 'INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.')
/** The request is valid but cannot be performed. */
export const unprocessable = withIssue(
  422,
  'UNPROCESSABLE_ENTITY',
  'The requested action could not be performed, semantically incorrect, or failed business validation.',
)
/** Also for the objects of other apps and for expired orders. */
export const notFound = () =>
  withIssue(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.')('INVALID_RESOURCE_ID', { location: 'path' })
/** A request with the same PayPal-Request-Id is in progress. */
export const inProgress = () =>
  withIssue(409, 'RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.')('PREVIOUS_REQUEST_IN_PROGRESS')

export const plainError = (status: number, name: string, message: string, isStored = false) =>
  new PayPalError(status, (debug_id) => ({ name, message, debug_id, links: [] }), isStored)

export const unauthorized = () =>
  plainError(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  )

export const oauthError = (status: number, error: string, error_description: string) =>
  new PayPalError(status, () => ({ error, error_description }))
