import { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { PayPalResponse } from './transport.ts'

/** Messages for the owner, by PayPal's issue. For other issues PayPal's own description is shown. */
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

const text = z.string().max(300).catch('')
const errorBody = z.object({
  name: text.optional(),
  message: text.optional(),
  /** Instead of `name` in answers of the token endpoint. */
  error: text.optional(),
  error_description: text.optional(),
  details: z
    .array(z.object({ issue: text.optional(), description: text.optional() }))
    .catch([])
    .optional(),
})

export class PayPalError extends ProviderError {
  readonly status: number
  /** PayPal's codes, like 'INSTRUMENT_DECLINED'. */
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

/** PayPal repeats these answers for the same idempotency key or invoice id. */
const spentKeyIssues = ['DUPLICATE_REQUEST_ID', 'DUPLICATE_INVOICE_ID', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'INVALID_REQUEST_ID']
const retryableStatuses = [401, 408, 425]

const refusedKeys =
  "PayPal doesn't accept this client ID and secret. Copy both again from your app's page in the PayPal developer dashboard."

export const toPayPalError = ({ status, json, debugId }: PayPalResponse): PayPalError => {
  const parsed = errorBody.safeParse(json)
  const { name, message, error, error_description, details = [] } = parsed.success ? parsed.data : {}
  const issues = [...details.map(({ issue }) => issue), name, error].filter((issue) => issue !== undefined && issue !== '') as string[]
  const ownMessage = issues.map((issue) => errorMessages[issue]).find((each) => each !== undefined)
  const description = details.find((detail) => detail.description)?.description || message || error_description || `status ${status}`
  const isKeyRefused = status === 401
  const text = isKeyRefused ? refusedKeys : (ownMessage ?? `PayPal refused: ${description}`)
  return new PayPalError(debugId ? `${text} (PayPal reference ${debugId})` : text, {
    status,
    issues,
    isKeyRefused,
    isKeySpent: issues.some((issue) => spentKeyIssues.includes(issue)),
    // Without an issue the answer may come from a proxy in between, and says nothing about the payment.
    isRefused: issues.length > 0 && !retryableStatuses.includes(status),
  })
}
