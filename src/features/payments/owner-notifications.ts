import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { defineNotification } from '#server/domain/notifications/notification.ts'
import { parseStoredMoney, type StoredMoney } from '#server/domain/payments/attempts/received-money.ts'
import type { Difference } from '#server/domain/payments/comparison/store.ts'
import { formatInCurrency, formatSeveral } from '#server/domain/payments/format.ts'
import { type DisputeState, ownerNotificationJobs as jobs } from '#server/domain/payments/notifications.ts'
import { type PaymentDetails, readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getMethodLabel, type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { chargeStopped } from './saved-cards/stopped-notification.ts'

// Each email reads its facts when it is sent.

const openInvoice = (invoiceId: number) => ({ button: 'Open the invoice', path: `/invoices/${invoiceId}` })

const toPaymentFacts = ({ customerName, number, method }: PaymentDetails): Fact[] => [
  ['Customer', customerName],
  ['Invoice', number],
  ['Payment method', getMethodLabel(method)],
]

const getProviderLabel = ({ provider }: PaymentDetails): string =>
  provider === 'manual' ? 'your payment provider' : providerLabels[provider]

const withSandboxHint = ({ isSandbox }: PaymentDetails, introduction: string): string =>
  isSandbox ? `${introduction} Test payment: no real money was moved.` : introduction

export const paymentReceived = defineNotification({
  job: jobs.paymentReceived,
  read: async (db, { paymentId }) => {
    const payment = await readPaymentDetails(db, paymentId)
    return payment?.status === 'succeeded' ? payment : null
  },
  write: (payment, { userId, paymentId }) => ({
    subject: `Payment received: ${formatInCurrency(payment)} for invoice ${payment.number}`,
    preview: `From ${payment.customerName} (${getMethodLabel(payment.method)})`,
    introduction: payment.isSandbox ? 'Test payment in the sandbox: no real money was moved.' : 'A customer has paid an invoice.',
    facts: [['Amount received', formatInCurrency(payment)], ...toPaymentFacts(payment)],
    ...openInvoice(payment.invoiceId),
    id: `payment-received-${userId}-${paymentId}`,
  }),
})

const disputeTexts: Record<DisputeState, { subject: string; introduction: string; further: (provider: string) => string }> = {
  open: {
    subject: 'Payment disputed',
    introduction: 'A customer disputes a payment.',
    further: (provider) => `Respond at ${provider} before the deadline. Until the dispute is decided, this payment can't be refunded.`,
  },
  won: {
    subject: 'Dispute won',
    introduction: 'You won a dispute and keep the payment.',
    further: () => 'No action is needed.',
  },
  lost: {
    subject: 'Dispute lost',
    introduction: 'You lost a dispute. The payment was returned to the customer.',
    further: () => 'The invoice stays paid. To ask for payment again, open it and set it to Sent.',
  },
}

const disputed = defineNotification({
  job: jobs.disputed,
  read: (db, { paymentId }) => readPaymentDetails(db, paymentId),
  write: (payment, { userId, paymentId, state, at }) => {
    const { subject, introduction, further } = disputeTexts[state]
    return {
      subject: `${subject}: ${formatInCurrency(payment)} for invoice ${payment.number}`,
      preview: `From ${payment.customerName}`,
      introduction: withSandboxHint(payment, introduction),
      facts: [['Payment', formatInCurrency(payment)], ...toPaymentFacts(payment)],
      further: [further(getProviderLabel(payment))],
      ...openInvoice(payment.invoiceId),
      id: `disputed-${userId}-${paymentId}-${state}-${Date.parse(at)}`,
    }
  },
})

const whatToDo = 'try again or pay it back another way.'

const writeAboutRefund = (payment: PaymentDetails, event: string, amount: string, further: string, id: string) => ({
  subject: `${event}: ${amount} for invoice ${payment.number}`,
  preview: further,
  introduction: withSandboxHint(payment, 'A refund did not reach your customer.'),
  facts: [['Refund', amount], ...toPaymentFacts(payment)] as [Fact, ...Fact[]],
  further: [further],
  ...openInvoice(payment.invoiceId),
  id,
})

const describeFailedRefund = (amount: string, problem: string, isUnclear: boolean): string => {
  const reason = /[.!?]$/.test(problem) ? problem : `${problem}.`
  return isUnclear
    ? `The outcome of the refund of ${amount} is unknown: ${reason}`
    : `The refund of ${amount} failed: ${reason} You still have the money; ${whatToDo}`
}

const refundFailed = defineNotification({
  job: jobs.refundFailed,
  read: async (db, { refundId }) => {
    const [refund] = await db.rows<{ paymentId: number; amount: string; problem: string | null }>(
      'select payment_id as "paymentId", amount, problem from payment_refunds where user_id = $1 and id = $2',
      [db.userId, refundId],
    )
    const payment = refund && (await readPaymentDetails(db, refund.paymentId))
    return payment && { payment, refund }
  },
  write: ({ payment, refund }, { userId, refundId, isUnclear }) => {
    const amount = formatInCurrency({ amount: refund.amount, currency: payment.currency })
    const further = describeFailedRefund(amount, refund.problem ?? 'The provider gave no reason.', isUnclear)
    const event = isUnclear ? 'Refund not confirmed' : 'Refund failed'
    return writeAboutRefund(payment, event, amount, further, `refund-failed-${userId}-${refundId}`)
  },
})

const refundUndone = defineNotification({
  job: jobs.refundUndone,
  read: (db, { paymentId }) => readPaymentDetails(db, paymentId),
  write: (payment, { userId, paymentId, amount: refunded, at }) => {
    const amount = formatInCurrency({ amount: refunded, currency: payment.currency })
    const further = `A refund of ${amount} failed or was reversed at ${getProviderLabel(payment)}. You have the money again; ${whatToDo}`
    return writeAboutRefund(payment, 'Refund undone', amount, further, `refund-undone-${userId}-${paymentId}-${Date.parse(at)}`)
  },
})

type Review = {
  provider: ProviderName
  amount: string
  currency: string
  problem: string
  found: StoredMoney[] | null
  at: Date
  invoiceId: number
  number: string
}

const reviewNeeded = defineNotification({
  job: jobs.reviewNeeded,
  read: async (db, { attemptId }) => {
    const [review] = await db.rows<Review>(
      `select a.provider, a.amount, a.currency, a.problem, a.found, a.updated_at as at, i.id as "invoiceId", i.number
       from payment_attempts a
       join documents i on i.user_id = $1 and i.id = a.document_id
       where a.user_id = $1 and a.id = $2 and a.status = 'review'`,
      [db.userId, attemptId],
    )
    return review
  },
  write: ({ provider, amount, currency, problem, found, at, invoiceId, number }, { attemptId }) => ({
    subject: `A payment for invoice ${number} needs your decision`,
    preview: problem,
    introduction: problem,
    facts: [
      ['Asked for', formatInCurrency({ amount, currency })],
      ['What came', found?.length ? formatSeveral(found.map(parseStoredMoney)) : 'Nothing'],
      ['Invoice', number],
      ['Provider', providerLabels[provider]],
    ],
    further: ['Nothing was recorded. Open the invoice to accept or refund the payment.'],
    ...openInvoice(invoiceId),
    id: `payment-questioned-${attemptId}-${at.getTime()}`,
  }),
})

const keyRefused = defineNotification({
  job: jobs.keyRefused,
  read: async (db, { provider }) => {
    const [credential] = await db.rows<{ problem: string | null }>(
      "select problem from payment_credentials where user_id = $1 and provider = $2 and status = 'error'",
      [db.userId, provider],
    )
    return credential
  },
  write: ({ problem }, { userId, provider, refusedAt }) => {
    const name = providerLabels[provider]
    return {
      subject: `${name} refused your key: customers can't pay with it`,
      preview: 'Enter a new key in your business profile.',
      introduction: `${name} refused the key that Billfold uses for you, so customers can't pay by it at the moment.`,
      facts: [
        ['Provider', name],
        ['What to do', problem ?? 'Enter a new key in the business profile.'],
      ],
      further: ['Payments that were already started are kept, and checked once you enter a key of the same account.'],
      button: 'Open business profile',
      path: '/business-profile',
      id: `key-refused-${userId}-${provider}-${Date.parse(refusedAt)}`,
    }
  },
})

const maxDifferences = 10

/** Differences that the job names and that weren't fixed meanwhile. */
const readDifferences = async (db: UserDb, provider: ProviderName, attemptIds: readonly string[]) => {
  const [row] = await db.rows<{ differences: Difference[] }>(
    'select differences from payment_checks where user_id = $1 and provider = $2',
    [db.userId, provider],
  )
  const differences = (row?.differences ?? []).filter(({ attemptId }) => attemptIds.includes(attemptId))
  return differences.length > 0 ? differences : null
}

const differencesFound = defineNotification({
  job: jobs.differencesFound,
  read: (db, { provider, attemptIds }) => readDifferences(db, provider, attemptIds),
  write: (differences, { userId, provider, at }) => {
    const name = providerLabels[provider]
    const invoices = [...new Set(differences.map(({ invoiceNumber }) => invoiceNumber))]
    const listed = differences.slice(0, maxDifferences)
    const more = differences.length - listed.length
    return {
      subject: `${name} says something else than Billfold about ${invoices.length === 1 ? `invoice ${invoices[0]}` : `${invoices.length} invoices`}`,
      preview: 'Please check your payments.',
      introduction: `Billfold compared its payments with ${name}, and some of them differ. This could not be fixed automatically.`,
      facts: [
        ['Differences', String(differences.length)],
        ...listed.map((each): Fact => [`Invoice ${each.invoiceNumber}`, `${each.provider}. ${each.here}.`]),
      ],
      ...(more > 0 ? { further: [`And ${more} more.`] } : {}),
      button: 'Look at your payments',
      path: '/business-profile',
      id: `differs-${userId}-${provider}-${at}`,
    }
  },
})

export const ownerNotifications = [
  ...[paymentReceived, disputed, refundFailed, refundUndone, reviewNeeded, keyRefused, differencesFound],
  chargeStopped,
]
