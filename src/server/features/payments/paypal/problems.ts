import { z } from 'zod'
import { ProviderError } from '../provider.ts'
import { errorMessages } from './sentences.ts'
import type { PayPalResponse } from './wire.ts'

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
