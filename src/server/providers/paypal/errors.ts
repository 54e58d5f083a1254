import { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider.ts'
import type { PayPalResponse } from './transport.ts'

/** What PayPal's codes mean to the business that asked. Others are told in PayPal's own words. */
const errorMessages: Record<string, string | undefined> = {
  RESOURCE_NOT_FOUND: "PayPal doesn't know this payment. Was it made with another account?",
  INVALID_RESOURCE_ID: "PayPal doesn't know this payment. Was it made with another account?",
  NOT_AUTHORIZED: "Your PayPal app isn't allowed to do this. Check its permissions in the PayPal developer dashboard.",
  PERMISSION_DENIED: "Your PayPal app isn't allowed to do this. Check its permissions in the PayPal developer dashboard.",
  PAYEE_ACCOUNT_RESTRICTED: 'Your PayPal account is restricted. Sign in to PayPal to see what it needs.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'Your PayPal account is locked or closed. Sign in to PayPal to see what it needs.',

  ORDER_NOT_APPROVED: 'The customer has not approved the payment with PayPal yet.',
  DUPLICATE_INVOICE_ID: 'PayPal has a payment under this invoice number already. Begin the payment again.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'PayPal lets nobody try this payment again. Begin a new one.',
  PAYEE_BLOCKED_TRANSACTION: "The fraud settings of the business's PayPal account don't let this payment through.",
  TRANSACTION_BLOCKED_BY_PAYEE: "The fraud settings of the business's PayPal account don't let this payment through.",
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The payment is above the limit of the business's PayPal account.",

  REFUND_AMOUNT_EXCEEDED: "PayPal won't give back more than what is left of this payment. Enter a smaller amount.",
  CAPTURE_FULLY_REFUNDED: 'This PayPal payment was given back in full already.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'Your PayPal account has too little money for this refund. Add money to it, then try again.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal gives money back for 180 days, and this payment is older. Send it to the customer in another way.',
  REFUND_NOT_ALLOWED: "PayPal doesn't allow a refund of this payment.",
  PARTIAL_REFUND_NOT_ALLOWED: 'PayPal gives this payment back in full only.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal gave back parts of this payment too often; it allows no more refunds of it.',
  PENDING_CAPTURE: "PayPal hasn't confirmed this payment yet: it can be given back once it has.",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: "The customer's bank took this payment back already. Answer it in PayPal's Resolution Center.",
  TRANSACTION_DISPUTED: "The customer disputes this payment. Settle it in PayPal's Resolution Center.",
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: "The customer's PayPal account is locked or closed. Send the money in another way.",

  WEBHOOK_NUMBER_LIMIT_EXCEEDED: 'Your PayPal app has as many webhooks as PayPal allows. Remove one in the PayPal developer dashboard.',
}

const word = z.string().max(300).catch('')
const errorBody = z.object({
  name: word.optional(),
  message: word.optional(),
  /** Of the sign-in only. */
  error: word.optional(),
  error_description: word.optional(),
  details: z
    .array(z.object({ issue: word.optional(), description: word.optional() }))
    .catch([])
    .optional(),
})

/** PayPal answered, and not with what was asked for. */
export class PayPalError extends ProviderError {
  readonly status: number
  /** Its own words for what is wrong, like 'INSTRUMENT_DECLINED'. */
  readonly issues: string[]
  constructor(
    message: string,
    { status, issues, ...options }: ConstructorParameters<typeof ProviderError>[1] & { status: number; issues: string[] },
  ) {
    super(message, options)
    this.status = status
    this.issues = issues
  }
  has(...issues: string[]): boolean {
    return issues.some((issue) => this.issues.includes(issue))
  }
}

/** Said once to one key, and to it for ever. */
const spent = ['DUPLICATE_REQUEST_ID', 'DUPLICATE_INVOICE_ID', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'INVALID_REQUEST_ID']
/** A later try may well do better, and so may other keys. */
const passing = [401, 408, 425]

const refusedKeys =
  "PayPal doesn't accept this client ID and secret. Copy both again from your app's page in the PayPal developer dashboard."

/** What an answer of 400 to 499 means, in words for the owner where they are known. */
export const toPayPalError = ({ status, json, debugId }: PayPalResponse): PayPalError => {
  const parsed = errorBody.safeParse(json)
  const { name, message, error, error_description, details = [] } = parsed.success ? parsed.data : {}
  const issues = [...details.map(({ issue }) => issue), name, error].filter((issue) => issue !== undefined && issue !== '') as string[]
  const known = issues.map((issue) => errorMessages[issue]).find((sentence) => sentence !== undefined)
  const theirs = details.find(({ description }) => description)?.description || message || error_description || `status ${status}`
  const isKeyRefused = status === 401
  const said = isKeyRefused ? refusedKeys : (known ?? `PayPal refused: ${theirs}`)
  return new PayPalError(debugId ? `${said} (PayPal reference ${debugId})` : said, {
    status,
    issues,
    isKeyRefused,
    isSpent: issues.some((issue) => spent.includes(issue)),
    // Only what PayPal itself said counts: a page of something in between says nothing about the payment.
    isRefused: issues.length > 0 && !passing.includes(status),
  })
}
