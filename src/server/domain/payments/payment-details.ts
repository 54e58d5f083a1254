import { type Business, getBusiness, withBusinessDefaults } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

type Row = {
  invoiceId: number
  isDeleted: boolean
  status: 'pending' | 'succeeded' | 'failed' | 'voided'
  amount: string
  /** What of it went back since. */
  refunded: string
  day: string
  method: string
  provider: ProviderName | 'manual'
  /** It was paid in the built-in sandbox. */
  isSandbox: boolean
  number: string
  total: string
  invoiceStatus: InvoiceStatus
  /** This payment and those before it. */
  came: { amount: string; refunded: string }[]
  customerName: string
  /** As the customer's record has it now. */
  customerEmail: string | null
  publicId: string
  business: Business | null
  firstName: string | null
  lastName: string | null
  userEmail: string | null
}

/** All that mails about a payment say, or undefined when there is no such payment. */
export const readPaymentDetails = async (db: UserDb, paymentId: number): Promise<(Row & { business: Business }) | undefined> => {
  const [row] = await db.rows<Row>(
    `select i.id as "invoiceId", i.deleted_at is not null as "isDeleted", p.status, p.amount, p.refunded, p.payment_date as day,
            p.payment_method as method, p.provider, coalesce(a.account_id like 'sandbox-%', false) as "isSandbox", i.invoice_number as number, i.total, i.status as "invoiceStatus",
            (select coalesce(json_agg(json_build_object('amount', amount::text, 'refunded', refunded::text)), '[]')
             from payments where user_id = $1 and invoice_id = i.id and status = 'succeeded' and id <= p.id) as came,
            coalesce(i.customer_as_sent ->> 'name', c.name) as "customerName", c.email as "customerEmail", t.public_id as "publicId",
            i.business_as_sent as business, u.first_name as "firstName", u.last_name as "lastName", u.email as "userEmail"
     from payments p
     join invoices i on i.user_id = p.user_id and i.id = p.invoice_id
     left join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
     left join customers c on c.user_id = i.user_id and c.id = i.customer_id
     join public_invoices t on t.user_id = i.user_id and t.invoice_id = i.id
     join users u on u.id = p.user_id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, paymentId],
  )
  return row && { ...row, business: row.business ? withBusinessDefaults(row.business) : await getBusiness(db) }
}
