import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { formatMoney } from '#shared/money.ts'
import { displayName } from '#shared/user-names.ts'
import { buildPaymentFacts, getProviderName } from './payment-facts.ts'

const states = ['open', 'won', 'lost'] as const
type State = (typeof states)[number]

/** `at`: when it was heard of. One payment can be disputed more than once. */
const disputedJob = job('payments.disputed', { paymentId: z.int(), state: z.enum(states), at: z.iso.datetime() })

/** Queues the owner's note that a payment's dispute was opened, or has ended. */
export const notifyDispute = async (db: UserDb, paymentId: number, state: State): Promise<void> => {
  const at = new Date().toISOString()
  await enqueue(db, disputedJob, { userId: db.userId, paymentId, state, at }, { key: `disputed-${db.userId}-${paymentId}-${state}-${at}` })
}

const words: Record<State, { subject: string; introduction: string; further: (provider: string) => string }> = {
  open: {
    subject: 'Payment disputed',
    introduction: 'A customer disputes a payment.',
    further: (provider) => `Answer it at ${provider} before its deadline. Until it is decided, this payment can't be refunded.`,
  },
  won: {
    subject: 'Dispute won',
    introduction: 'A dispute of a payment has ended: the money is yours.',
    further: () => 'There is nothing left to do.',
  },
  lost: {
    subject: 'Dispute lost',
    introduction: 'A dispute of a payment was lost: the money went back to the customer.',
    further: () => 'An invoice that was paid stays so. To ask for the money again, open it and set it to Sent.',
  },
}

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }

/** Tells the owner of a dispute: what is disputed, and what there is to do. */
export const disputedRunner = (deps: Deps) =>
  runner(disputedJob, async ({ userId, paymentId, state, at }) => {
    const row = await deps.database.asUser(userId, (db) => readPaymentDetails(db, paymentId))
    if (!row?.userEmail) return
    const { subject, introduction, further } = words[state]
    const ownerName = displayName({ firstName: row.firstName, lastName: row.lastName, email: row.userEmail })
    await sendOwnerNotification(deps, `invoice ${row.number}`, {
      ...buildOwnerNotification({
        ownerName,
        subject: `${subject}: ${formatMoney(row.amount)} for invoice ${row.number}`,
        preview: `From ${row.customerName}`,
        introduction: row.isSandbox ? `${introduction} It was made in the sandbox: no real money is concerned.` : introduction,
        facts: [['Payment', formatMoney(row.amount)], ...buildPaymentFacts(row)],
        further: [further(getProviderName(row))],
        button: 'Open the invoice',
        url: new URL(`/invoices/${row.invoiceId}`, deps.publicUrl()).href,
      }),
      to: { name: ownerName, address: row.userEmail },
      messageId: `<disputed-${userId}-${paymentId}-${state}-${Date.parse(at)}@${deps.publicUrl().hostname}>`,
    })
  })
