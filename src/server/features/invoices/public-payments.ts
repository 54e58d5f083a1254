import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { publicInvoice } from '#shared/contract/public-invoice.ts'
import { type Cents, cents, sum } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'

const payments = z.array(publicInvoice.shape.payments.element)

/** What came, newest first, whatever went back of it. */
const paymentsOf = async (db: UserDb, invoiceId: number) =>
  payments.parse(
    await db.rows(
      `select amount::text, refunded::text, payment_date as "paymentDate", payment_method as "paymentMethod"
       from payments where user_id = $1 and invoice_id = $2 and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
      'public.payments',
    ),
  )

/** Where the receipt of the newest payment stands, and whether another payment is waiting for its bank or for the business. */
const statesOf = async (db: UserDb, invoiceId: number) => {
  const [row] = await db.rows<{ receipt: string | null; isPaymentPending: boolean; isPaymentInReview: boolean; isTried: boolean }>(
    `select (select e.state from payments p
             left join invoice_emails e on e.user_id = p.user_id and e.payment_id = p.id
             where p.user_id = $1 and p.invoice_id = $2 and p.status = 'succeeded' order by p.id desc limit 1) as receipt,
            exists (select 1 from payment_attempts where user_id = $1 and invoice_id = $2 and status = 'pending') as "isPaymentPending",
            exists (select 1 from payment_attempts where user_id = $1 and invoice_id = $2 and status = 'review') as "isPaymentInReview",
            exists (select 1 from payments p join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
                    where p.user_id = $1 and p.invoice_id = $2 and p.status = 'succeeded' and a.account_id like 'sandbox-%') as "isTried"`,
    [db.userId, invoiceId],
    'public.payment-states',
  )
  return row!
}

/** What an invoice's customer sees of the money that came for it. */
export const getPublicPayments = async (db: UserDb, { id, total }: { id: number; total: Cents }) => {
  const [came, { receipt, isPaymentPending, isPaymentInReview, isTried }] = await Promise.all([paymentsOf(db, id), statesOf(db, id)])
  const amountRefunded = sum(came.map(({ refunded }) => refunded))
  return {
    payments: came,
    amountRefunded,
    credit: computeCredit({ total, paid: cents(sum(came.map(({ amount }) => amount)) - amountRefunded) }),
    isPaymentPending,
    isPaymentInReview,
    /** One of the payments was made in the built-in sandbox. */
    isTried,
    /** The receipt of the newest payment went out, or is about to. */
    hasReceiptMail: receipt === 'accepted' || receipt === 'queued',
  }
}
