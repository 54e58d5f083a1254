import { type Business, getBusiness, inLanguageOf } from '#server/domain/business/business.ts'
import { invoicePaymentsSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { isSandboxAccountSql } from './sandbox.ts'

/** Amounts are decimals, as the database has them. */
export type PaymentDetails = {
  invoiceId: number
  isDeleted: boolean
  status: 'pending' | 'succeeded' | 'failed' | 'voided'
  amount: string
  currency: string
  refunded: string
  day: Day
  method: string
  provider: ProviderName | 'manual'
  isSandbox: boolean
  number: string
  total: string
  invoiceStatus: InvoiceStatus
  /** Standing write-offs of the invoice. */
  writtenOff: string
  /** Standing credit notes for the invoice, and credit of others that was applied to it. */
  credited: string
  /** What the customer keeps of the invoice for the tax office. */
  withheld: string
  /** This payment of the invoice and those before it. */
  paymentsSoFar: { amount: string; refunded: string }[]
  customerName: string
  /** From the customer's record, as it is now. */
  customerEmail: string | null
  publicId: string
  /** As it was when the invoice was sent, in the language of the invoice. */
  business: Business
  owner: { firstName: string | null; lastName: string | null; email: string | null }
}

type Row = Omit<PaymentDetails, 'business'> & { business: Business | null; language: DocumentLanguage | null }

export const readPaymentDetails = async (db: UserDb, paymentId: number): Promise<PaymentDetails | undefined> => {
  const [row] = await db.rows<Row>(
    `select i.id as "invoiceId", i.deleted_at is not null as "isDeleted", p.status, p.amount, p.currency, p.refunded, p.payment_date as day,
            p.payment_method as method, p.provider, ${isSandboxAccountSql('a.account_id')} as "isSandbox", i.number, i.total,
            i.status as "invoiceStatus", sums."writtenOff"::text as "writtenOff", (sums.credited + sums.applied)::text as credited, sums.withheld::text,
            (select coalesce(json_agg(json_build_object('amount', amount::text, 'refunded', refunded::text)), '[]')
             from payments where user_id = $1 and document_id = i.id and status = 'succeeded' and id <= p.id) as "paymentsSoFar",
            coalesce(i.customer_snapshot ->> 'name', c.name) as "customerName", c.email as "customerEmail", l.public_id as "publicId",
            i.business_snapshot as business,
            case when i.customer_snapshot is null then c.language else i.customer_snapshot ->> 'language' end as language,
            json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) as owner
     from payments p
     join documents i on i.user_id = $1 and i.id = p.document_id
     cross join lateral ${invoicePaymentsSql('i')} sums
     left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
     left join customers c on c.user_id = $1 and c.id = i.customer_id
     join public_links l on l.user_id = $1 and l.document_id = i.id
     join users u on u.id = $1
     where p.user_id = $1 and p.id = $2`,
    [db.userId, paymentId],
  )
  if (!row) return
  const { business, language, ...details } = row
  return { ...details, business: inLanguageOf(business ?? (await getBusiness(db)), { language }) }
}
