import { z } from 'zod'
import { type Business, businessOf } from '#server/platform/business.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { MailRefusedError } from '#server/platform/mail/transport.ts'
import { showDay } from '#shared/dates.ts'
import { cents, parseCents, showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { displayName } from '#shared/people.ts'
import { paymentReceivedMail } from './payment-received.mail.ts'
import { receiptMail } from './receipt.mail.ts'

export const receiptJob = job('payments.receipt', { paymentId: z.int() })
export const ownerNoteJob = job('payments.owner-note', { paymentId: z.int() })

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Row = {
  amount: string
  day: string
  method: string
  number: string
  total: string
  paid: string
  customerName: string
  customerEmail: string | null
  publicId: string
  business: Business | null
  firstName: string | null
  lastName: string | null
  userEmail: string | null
}

const read = async (db: UserDb, paymentId: number) => {
  const [row] = await db.rows<Row>(
    `select p.amount, p.payment_date as day, p.payment_method as method, i.invoice_number as number, i.total,
            (select sum(amount - refunded) from payments where user_id = $1 and invoice_id = i.id and status = 'succeeded' and id <= p.id)::numeric(14,2)::text as paid,
            coalesce(i.customer_as_sent ->> 'name', c.name) as "customerName", c.email as "customerEmail", t.public_id as "publicId",
            i.business_as_sent as business, u.first_name as "firstName", u.last_name as "lastName", u.email as "userEmail"
     from payments p
     join invoices i on i.user_id = p.user_id and i.id = p.invoice_id
     join customers c on c.user_id = i.user_id and c.id = i.customer_id
     join public_invoices t on t.user_id = i.user_id and t.invoice_id = i.id
     join users u on u.id = p.user_id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, paymentId],
  )
  return row && { ...row, business: row.business ?? (await businessOf(db)) }
}

const methodWords: Record<string, string> = { card: 'Card', paypal: 'PayPal', manual: 'Recorded by hand' }
const left = (total: string, paid: string) => showMoney(cents(Math.max(parseCents(total) - parseCents(paid), 0)))

const given = (log: Deps['log'], what: string) => (error: unknown) => {
  if (!(error instanceof MailRefusedError)) throw error
  log(`The mail server refused ${what}: ${error.message}`)
}

/** The customer's receipt: one per payment. */
export const receiptRunner = ({ database, send, publicUrl, log }: Deps) =>
  runner(receiptJob, async ({ userId, paymentId }) => {
    const row = await database.asUser(userId, (db) => read(db, paymentId))
    if (!row?.customerEmail) return
    await send({
      ...receiptMail({
        businessName: row.business.name,
        businessEmail: row.business.email,
        customerName: row.customerName,
        invoiceNumber: row.number,
        amount: showMoney(row.amount),
        method: methodWords[row.method] ?? row.method,
        date: showDay(row.day),
        balanceDue: left(row.total, row.paid),
        viewUrl: new URL(payPath(row.publicId), publicUrl()).href,
      }),
      to: { name: row.customerName, address: row.customerEmail },
      messageId: `<receipt-${userId}-${paymentId}@${publicUrl().hostname}>`,
    }).catch(given(log, `the receipt for invoice ${row.number}`))
  })

/** The owner's note that money came. */
export const ownerNoteRunner = ({ database, send, publicUrl, log }: Deps) =>
  runner(ownerNoteJob, async ({ userId, paymentId }) => {
    const row = await database.asUser(userId, (db) => read(db, paymentId))
    if (!row?.userEmail) return
    const ownerName = displayName({ firstName: row.firstName, lastName: row.lastName, email: row.userEmail })
    await send({
      ...paymentReceivedMail({
        ownerName,
        customerName: row.customerName,
        invoiceNumber: row.number,
        amount: showMoney(row.amount),
        method: methodWords[row.method] ?? row.method,
        dashboardUrl: new URL('/dashboard', publicUrl()).href,
      }),
      to: { name: ownerName, address: row.userEmail },
      messageId: `<payment-received-${userId}-${paymentId}@${publicUrl().hostname}>`,
    }).catch(given(log, `the note on invoice ${row.number}`))
  })
