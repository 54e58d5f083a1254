import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { formatReceived, type ReceivedMoney } from '#server/domain/payments/attempts/received-money.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { formatMoney } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { displayName } from '#shared/user-names.ts'

export const paymentReviewJob = job('payments.questioned', { attemptId: z.string() })

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Row = {
  provider: ProviderName
  amount: string
  problem: string
  found: ReceivedMoney[] | null
  at: Date
  invoiceId: number
  number: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** Only while the question is open. */
const read = async (db: UserDb, attemptId: string): Promise<Row | undefined> => {
  const [row] = await db.rows<Row>(
    `select a.provider, a.amount, a.problem, a.found, a.updated_at as at, i.id as "invoiceId", i.invoice_number as number,
            u.first_name as "firstName", u.last_name as "lastName", u.email
     from payment_attempts a
     join invoices i on i.user_id = a.user_id and i.id = a.invoice_id
     join users u on u.id = a.user_id
     where a.user_id = $1 and a.id = $2 and a.status = 'review'`,
    [db.userId, attemptId],
  )
  return row
}

/** Asks the owner what is to become of a payment that isn't what was asked for. */
export const paymentReviewRunner = (deps: Deps) =>
  runner(paymentReviewJob, async ({ userId, attemptId }) => {
    const row = await deps.database.asUser(userId, (db) => read(db, attemptId))
    if (!row?.email) return
    const ownerName = displayName(row)
    await sendOwnerNotification(deps, `invoice ${row.number}`, {
      ...buildOwnerNotification({
        ownerName,
        subject: `A payment for invoice ${row.number} needs your decision`,
        preview: row.problem,
        introduction: row.problem,
        facts: [
          ['Asked for', formatMoney(row.amount)],
          ['What came', row.found?.length ? row.found.map(formatReceived).join(' and ') : 'Nothing'],
          ['Invoice', row.number],
          ['Provider', providerLabels[row.provider]],
        ],
        further: ['Nothing was recorded. Open the invoice to accept the payment as it is, or to give it back.'],
        button: 'Open the invoice',
        url: new URL(`/invoices/${row.invoiceId}`, deps.publicUrl()).href,
      }),
      to: { name: ownerName, address: row.email },
      messageId: `<payment-questioned-${attemptId}-${row.at.getTime()}@${deps.publicUrl().hostname}>`,
    })
  })
