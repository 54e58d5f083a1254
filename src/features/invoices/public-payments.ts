import { z } from 'zod'
import { isSandboxAccountSql } from '#server/domain/payments/sandbox.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { publicInvoice } from '#shared/contract/public-invoice.ts'
import { type Amount, sum, toAmount } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'

const payments = z.array(publicInvoice.shape.payments.element)

const listSucceededPayments = async (db: UserDb, invoiceId: number) =>
  payments.parse(
    await db.rows(
      `select amount::text, refunded::text, payment_date as "paymentDate", payment_method as "paymentMethod"
       from payments where user_id = $1 and document_id = $2 and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
      'public.payments',
    ),
  )

const getPaymentStates = async (db: UserDb, invoiceId: number) => {
  const [row] = await db.rows<{ receipt: string | null; isPaymentPending: boolean; isPaymentInReview: boolean; isTried: boolean }>(
    `select (select e.state from payments p
             left join document_emails e on e.user_id = $1 and e.payment_id = p.id
             where p.user_id = $1 and p.document_id = $2 and p.status = 'succeeded' order by p.id desc limit 1) as receipt,
            exists (select 1 from payment_attempts where user_id = $1 and document_id = $2 and status = 'pending') as "isPaymentPending",
            exists (select 1 from payment_attempts where user_id = $1 and document_id = $2 and status = 'review') as "isPaymentInReview",
            exists (select 1 from payments p join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
                    where p.user_id = $1 and p.document_id = $2 and p.status = 'succeeded' and ${isSandboxAccountSql('a.account_id')}) as "isTried"`,
    [db.userId, invoiceId],
    'public.payment-states',
  )
  return row!
}

export const getPublicPayments = async (
  db: UserDb,
  { id, total, amountCredited, creditApplied }: { id: number; total: Amount; amountCredited: Amount; creditApplied: Amount },
) => {
  const [received, { receipt, isPaymentPending, isPaymentInReview, isTried }] = await Promise.all([
    listSucceededPayments(db, id),
    getPaymentStates(db, id),
  ])
  const amountRefunded = sum(received.map(({ refunded }) => refunded))
  return {
    payments: received,
    amountRefunded,
    credit: computeCredit({
      total: toAmount(total - amountCredited - creditApplied),
      paid: toAmount(sum(received.map(({ amount }) => amount)) - amountRefunded),
    }),
    isPaymentPending,
    isPaymentInReview,
    isTried,
    hasReceiptMail: receipt === 'accepted' || receipt === 'queued',
  }
}
