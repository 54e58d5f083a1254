import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#shared/currencies.ts'
import type { DocumentKind } from '#shared/record-types.ts'
import { customers, items } from './business.ts'
import { amount, at, calendarDay, decimal, id, instants, int8, notArchived, onlyOf, percent, version } from './columns.ts'
import { owner } from './identity.ts'
import { taxRates } from './taxes.ts'

/**
 * Invoices, estimates and credit notes. What differs between the types is in `domain/documents/document-type.ts`.
 *
 * Amounts: subtotal is the sum of the lines; net_amount is the subtotal less the discount plus charges, without tax; total is net_amount + tax_amount + rounding.
 * All amounts of a credit note are positive: they are what it takes off its invoice, or the credit that it gives to the customer.
 */
export const documents = pgTable(
  'documents',
  {
    userId: owner(),
    id: id(),
    type: notArchived('each type has a file of its own', text().$type<DocumentKind>().notNull()),
    number: text().notNull(),
    /** Given when it is issued, or typed. A draft without one shows the number that it would get now, which others may take. */
    hasNumber: boolean().notNull().default(true),
    version: version(),
    /** Null only for a deleted document whose customer is deleted as well; `customer_snapshot` then has the customer's details. */
    customerId: int8(),
    /** The customer id of such a document, for when both are restored. */
    formerCustomerId: int8(),
    /** As stored; `document_status` gives the displayed one, which depends on the day. */
    status: text()
      .$type<'draft' | 'sent' | 'paid' | 'overdue' | 'accepted' | 'rejected' | 'expired' | 'issued' | 'voided'>()
      .notNull()
      .default('draft'),
    issueDate: calendarDay().notNull(),
    /** When the goods or services were delivered, where it is not the issue date. */
    deliveryDate: calendarDay(),
    deliveryUntil: calendarDay(),
    currency: char({ length: 3 }).$type<Currency>().notNull().default('USD'),
    /** The currency's number of decimals, which no amount exceeds. */
    decimals: notArchived('the number of decimals of the amounts, as they are written', smallint().notNull().default(2)),
    pricesIncludeTax: boolean().notNull().default(false),
    /** The document discount as a percentage of the items; null for a fixed amount. */
    discountPercent: percent(),
    discountAmount: amount().notNull().default(sql`0.00`),
    chargeAmount: amount().notNull().default(sql`0.00`),
    subtotal: amount().notNull(),
    netAmount: amount().notNull(),
    taxAmount: amount().notNull(),
    rounding: amount().notNull().default(sql`0.00`),
    total: amount().notNull(),
    /** Units of the home currency per unit of the document's, and the total in it. Null until a rate is known, which issuing an invoice needs. */
    exchangeRate: decimal().default('1'),
    homeTotal: amount(),
    /** The day of the rate, and where it comes from; null in the home currency. */
    rateDay: calendarDay(),
    rateSource: text().$type<'typed' | 'file' | 'ecb'>(),
    orderNumber: text(),
    buyerReference: text(),
    project: text(),
    notes: text(),
    terms: text(),
    /** The maximum size in bytes of its lines, notes and terms in a reply, see `domain/documents/content-size.ts`. */
    contentBytes: notArchived('the size of what stands beside it', integer().notNull().default(0)),
    /** The customer's and the business's details when the document was sent; null while it is a draft. */
    customerSnapshot: jsonb(),
    businessSnapshot: jsonb(),
    sentAt: at(),
    viewedAt: at(),
    /** The state of its last email to the customer; `document_emails` has them all. */
    emailStatus: text().$type<'queued' | 'accepted' | 'failed'>(),
    /** A deleted document keeps its row, so that its number is not used again. */
    deletedAt: at(),
    ...instants,
    dueDate: onlyOf(['invoice'], calendarDay()),
    expiryDate: onlyOf(['estimate'], calendarDay()),
    /** One that asks for a deposit is taxed like a sale, and deducted from a later invoice; what is paid of a retainer is credit. */
    invoiceKind: onlyOf(['invoice'], text().$type<'standard' | 'deposit' | 'retainer'>().notNull().default('standard')),
    /** It stands for what a customer owed when the business moved in: no sale, see `domain/ledger`. */
    isOpeningBalance: onlyOf(['invoice', 'credit-note'], boolean().notNull().default(false)),
    /** A discount for early payment: '2% within 10 days' of the issue date. Null for none. */
    earlyDiscountPercent: onlyOf(['invoice'], decimal()),
    earlyDiscountDays: onlyOf(['invoice'], smallint()),
    /** What the customer keeps for the tax office: a percentage of the net amount. Of a credit note, its part of what is kept of its invoice. */
    withholdingPercent: onlyOf(['invoice', 'credit-note'], percent()),
    withheld: onlyOf(['invoice', 'credit-note'], amount().notNull().default(sql`0.00`)),
    /** It was sent and then became a draft again; its public page says so. */
    withdrawnAt: onlyOf(['estimate'], at()),
    /** The deposit that it asks for when it is accepted: a percentage, or an amount in the prices of the estimate; null for none. */
    depositPercent: onlyOf(['estimate'], percent()),
    depositAmount: onlyOf(['estimate'], amount()),
    paymentUrl: onlyOf(['invoice'], text()),
    /** What about its payments needs the owner's attention; null for nothing. Derived from the payments, like the status. */
    paymentAttention: onlyOf(['invoice'], text().$type<'review' | 'dispute' | 'refund failed' | 'overpaid'>()),
    /** The estimate that an invoice was created from: one invoice for all of it, or several for its parts. */
    sourceDocumentId: onlyOf(['invoice'], int8()),
    /** Of invoices from an estimate: 0 for all of it, or the number of the part. */
    partNo: onlyOf(['invoice'], smallint().notNull().default(0)),
    /** The invoice that it is for; null for a credit note that is credit of the customer. */
    creditedInvoiceId: onlyOf(['credit-note'], int8()),
    /** The part of the rounding that makes the invoices of an estimate in parts add up to it, and keeps the sum of an invoice's credit notes within its total. */
    lastCent: onlyOf(['invoice', 'credit-note'], amount().notNull().default(sql`0.00`)),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    // Statements read the numbers from the index itself, which the migration lets include them.
    uniqueIndex('documents_number_key').on(t.userId, t.type, sql`lower(number)`).where(sql`has_number`),
    index('documents_proposed_number_idx').on(t.userId, t.type).where(sql`not has_number`),
    // Lines and taxes refer to it, so that their amounts have the document's decimals.
    unique('documents_decimals_key').on(t.userId, t.id, t.decimals),
    uniqueIndex('documents_source_part_key').on(t.userId, t.sourceDocumentId, t.partNo).where(sql`source_document_id is not null`),
    index('documents_credit_notes_idx').on(t.userId, t.creditedInvoiceId).where(sql`credited_invoice_id is not null`),
    foreignKey({ name: 'documents_source_fk', columns: [t.userId, t.sourceDocumentId], foreignColumns: [t.userId, t.id] }),
    foreignKey({ name: 'documents_credited_fk', columns: [t.userId, t.creditedInvoiceId], foreignColumns: [t.userId, t.id] }),
    foreignKey({ name: 'documents_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    index('documents_withheld_idx').on(t.userId, t.id).where(sql`withheld > 0`),
    index('documents_customer_idx').on(t.userId, t.customerId),
    index('documents_recent_idx').on(t.userId, t.type, t.issueDate.desc(), t.id.desc()),
    // Open invoices by due date; and the few deleted documents.
    index('documents_open_idx')
      .on(t.userId, t.dueDate, t.id, t.total, t.status, t.issueDate)
      .where(sql`type = 'invoice' and status in ('sent', 'overdue') and deleted_at is null`),
    index('documents_deleted_idx').on(t.userId, t.id).where(sql`deleted_at is not null`),
    // Each type has its own statuses and its own end date.
    check(
      'documents_type',
      sql`(${t.type} = 'invoice' and ${t.status} in ('draft', 'sent', 'paid', 'overdue') and ${t.dueDate} is not null and ${t.expiryDate} is null
        and ${t.withdrawnAt} is null)
      or (${t.type} = 'estimate' and ${t.status} in ('draft', 'sent', 'accepted', 'rejected', 'expired') and ${t.expiryDate} is not null and ${t.dueDate} is null
        and ${t.sourceDocumentId} is null and ${t.paymentUrl} is null and ${t.paymentAttention} is null)
      or (${t.type} = 'credit-note' and ${t.status} in ('issued', 'voided') and ${t.dueDate} is null and ${t.expiryDate} is null
        and ${t.total} > 0 and ${t.deletedAt} is null and ${t.sourceDocumentId} is null and ${t.paymentUrl} is null and ${t.paymentAttention} is null)`,
    ),
    check('documents_has_number', sql`${t.hasNumber} or ${t.status} = 'draft'`),
    check('documents_credited', sql`${t.type} = 'credit-note' or ${t.creditedInvoiceId} is null`),
    check('documents_last_cent', sql`${t.type} = 'credit-note' or ${t.lastCent} = 0 or ${t.partNo} > 0`),
    check('documents_part', sql`${t.partNo} = 0 or (${t.partNo} > 0 and ${t.sourceDocumentId} is not null)`),
    check(
      'documents_invoice_kind',
      sql`${t.invoiceKind} = 'standard' or (${t.type} = 'invoice' and not ${t.isOpeningBalance}
        and (${t.invoiceKind} = 'deposit' or (${t.invoiceKind} = 'retainer' and ${t.taxAmount} = 0)))`,
    ),
    check(
      'documents_deposit',
      sql`(${t.depositPercent} is null and ${t.depositAmount} is null) or (${t.type} = 'estimate'
        and (${t.depositPercent} is null or ${t.depositAmount} is null) and coalesce(${t.depositPercent}, ${t.depositAmount}) > 0)`,
    ),
    check(
      'documents_early_discount',
      sql`(${t.earlyDiscountPercent} is null) = (${t.earlyDiscountDays} is null) and (${t.earlyDiscountPercent} is null or (${t.type} = 'invoice'
        and ${t.invoiceKind} <> 'retainer' and ${t.earlyDiscountPercent} > 0 and ${t.earlyDiscountPercent} < 100 and ${t.earlyDiscountDays} between 1 and 365))`,
    ),
    check(
      'documents_opening_balance',
      sql`not ${t.isOpeningBalance} or ${t.type} = 'invoice' or (${t.type} = 'credit-note' and ${t.creditedInvoiceId} is null)`,
    ),
    check(
      'documents_withholding',
      sql`case when ${t.withholdingPercent} is null then ${t.withheld} = 0
        else ${t.withholdingPercent} > 0 and ${t.withholdingPercent} <= 100 and ${t.withheld} >= 0 and ${t.invoiceKind} <> 'retainer' and case ${t.type}
          when 'invoice' then ${t.withheld} = round(${t.netAmount} * ${t.withholdingPercent} * 0.01, ${t.decimals}) and (${t.withheld} = 0 or ${t.withheld} < ${t.total})
          when 'credit-note' then ${t.withheld} = round(${t.withheld}, ${t.decimals}) and ${t.withheld} <= ${t.total} else false end end`,
    ),
    check('documents_customer', sql`${t.customerId} is not null or ${t.deletedAt} is not null`),
    check('documents_email_status', sql`${t.emailStatus} in ('queued', 'accepted', 'failed')`),
    check('documents_decimals', sql`${t.decimals} between 0 and 3`),
    check(
      'documents_scale',
      sql`${t.subtotal} = round(${t.subtotal}, ${t.decimals}) and ${t.discountAmount} = round(${t.discountAmount}, ${t.decimals}) and ${t.chargeAmount} = round(${t.chargeAmount}, ${t.decimals})
        and ${t.netAmount} = round(${t.netAmount}, ${t.decimals}) and ${t.taxAmount} = round(${t.taxAmount}, ${t.decimals}) and ${t.rounding} = round(${t.rounding}, ${t.decimals}) and ${t.total} = round(${t.total}, ${t.decimals})`,
    ),
    check('documents_delivery', sql`${t.deliveryUntil} is null or coalesce(${t.deliveryUntil} >= ${t.deliveryDate}, false)`),
    check('documents_discount', sql`${t.discountPercent} between 0 and 100 and ${t.discountAmount} >= 0 and ${t.chargeAmount} >= 0`),
    // With tax included in the prices, the net amount is what remains of the prices after tax.
    check(
      'documents_net',
      sql`case when ${t.pricesIncludeTax} then ${t.total} = ${t.subtotal} - ${t.discountAmount} + ${t.chargeAmount} + ${t.lastCent}
        else ${t.netAmount} = ${t.subtotal} - ${t.discountAmount} + ${t.chargeAmount} end`,
    ),
    check('documents_total', sql`${t.total} = ${t.netAmount} + ${t.taxAmount} + ${t.rounding} and ${t.total} >= 0 and ${t.taxAmount} >= 0`),
    check('documents_size', sql`abs(${t.subtotal}) < 45e11 and ${t.total} < 45e11 and abs(${t.homeTotal}) < 9e12`),
    check(
      'documents_exchange_rate',
      sql`${t.exchangeRate} > 0 and (${t.exchangeRate} is null) = (${t.homeTotal} is null)
        and (${t.exchangeRate} is not null or ${t.type} <> 'invoice' or ${t.status} = 'draft')`,
    ),
    check('documents_rate_source', sql`${t.rateSource} in ('typed', 'file', 'ecb') and (${t.rateSource} is null) = (${t.rateDay} is null)`),
  ],
)

export const documentLines = pgTable(
  'document_lines',
  {
    userId: int8().notNull(),
    id: id(),
    documentId: int8().notNull(),
    /** The document's, so that the amounts can be checked. */
    decimals: smallint().notNull().default(2),
    position: notArchived('lines stand in their order', integer().notNull()),
    kind: text().$type<'item' | 'charge' | 'deposit'>().notNull().default('item'),
    itemId: int8(),
    /** Of credit notes: the line of the invoice that it credits; null for an amount. */
    creditedLineId: int8(),
    /** Of invoices: the line of the estimate that it bills a part of, or the line of a deposit invoice that it deducts. */
    sourceLineId: int8(),
    description: text().notNull(),
    quantity: decimal().notNull(),
    /** A code of UN/ECE Recommendation 20; C62 is 'one'. */
    unitCode: text().notNull().default('C62'),
    unitPrice: decimal().notNull(),
    /** quantity x unit price, rounded. */
    amount: amount().notNull(),
    discountPercent: percent(),
    discountAmount: amount().notNull().default(sql`0.00`),
    /** What is printed: amount less discount. */
    total: amount().notNull(),
    /** The group of lines with the same taxes, see `document_taxes`. */
    taxGroup: smallint().notNull().default(1),
    /** Its share of the document discount. */
    documentDiscount: amount().notNull().default(sql`0.00`),
    /** That share without tax; less only where prices include tax. */
    documentDiscountNet: amount().notNull().default(sql`0.00`),
    /** Its total without tax; less than the total only where prices include tax. */
    net: amount().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('document_lines_position_key').on(t.userId, t.documentId, t.position),
    foreignKey({
      name: 'document_lines_document_fk',
      columns: [t.userId, t.documentId, t.decimals],
      foreignColumns: [documents.userId, documents.id, documents.decimals],
    }).onDelete('cascade'),
    foreignKey({ name: 'document_lines_item_fk', columns: [t.userId, t.itemId], foreignColumns: [items.userId, items.id] }),
    index('document_lines_item_idx').on(t.userId, t.itemId).where(sql`item_id is not null`),
    index('document_lines_source_idx').on(t.userId, t.sourceLineId).where(sql`source_line_id is not null`),
    check('document_lines_kind', sql`${t.kind} in ('item', 'charge', 'deposit')`),
    check('document_lines_amount', sql`${t.amount} = round(${t.quantity} * ${t.unitPrice}, ${t.decimals})`),
    check('document_lines_total', sql`${t.total} = ${t.amount} - ${t.discountAmount}`),
    check(
      'document_lines_price',
      sql`${t.quantity} <> 0 and ${t.unitPrice} >= 0 and scale(${t.quantity}) <= 6 and scale(${t.unitPrice}) <= 6`,
    ),
    check(
      'document_lines_scale',
      sql`${t.amount} = round(${t.amount}, ${t.decimals}) and ${t.discountAmount} = round(${t.discountAmount}, ${t.decimals}) and ${t.total} = round(${t.total}, ${t.decimals})
        and ${t.documentDiscount} = round(${t.documentDiscount}, ${t.decimals}) and ${t.net} = round(${t.net}, ${t.decimals})`,
    ),
    check('document_lines_discount_net', sql`${t.documentDiscountNet} = round(${t.documentDiscountNet}, ${t.decimals})`),
  ],
)

/** The taxes of a document: a row for each component of each group of lines. A document without tax has none. */
export const documentTaxes = pgTable(
  'document_taxes',
  {
    userId: int8().notNull(),
    documentId: int8().notNull(),
    groupNo: smallint().notNull().default(1),
    /** The component's place in its rate, such as the state's and the city's tax. */
    componentNo: smallint().notNull().default(1),
    decimals: smallint().notNull().default(2),
    /** The rate that the group's lines name; null for a percentage of the whole document. */
    taxRateId: int8(),
    name: text(),
    /** A code of UNTDID 5305: S for the standard rate; null for none. */
    category: text(),
    /** Why no tax is charged, as printed. */
    exemption: text(),
    percent: percent().notNull(),
    /** Computed on the taxes before it as well. */
    isCompound: boolean().notNull().default(false),
    base: amount().notNull(),
    amount: amount().notNull(),
    /** The user entered the amount; it is not computed from the percentage. */
    isTyped: boolean().notNull().default(false),
    /** Base and amount in the home currency, of documents in another one whose exchange rate is known. */
    homeBase: amount(),
    homeAmount: amount(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.documentId, t.groupNo, t.componentNo] }),
    foreignKey({
      name: 'document_taxes_document_fk',
      columns: [t.userId, t.documentId, t.decimals],
      foreignColumns: [documents.userId, documents.id, documents.decimals],
    }).onDelete('cascade'),
    foreignKey({ name: 'document_taxes_rate_fk', columns: [t.userId, t.taxRateId], foreignColumns: [taxRates.userId, taxRates.id] }),
    index('document_taxes_rate_idx').on(t.userId, t.taxRateId).where(sql`tax_rate_id is not null`),
    check('document_taxes_category', sql`${t.category} in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')`),
    check('document_taxes_percent', sql`${t.percent} between 0 and 100 and ${t.groupNo} >= 1 and ${t.componentNo} between 1 and 4`),
    check(
      'document_taxes_amount',
      sql`${t.isTyped} or ${t.isCompound} or ${t.amount} = round(${t.base} * ${t.percent} / 100, ${t.decimals})`,
    ),
    check('document_taxes_scale', sql`${t.base} = round(${t.base}, ${t.decimals}) and ${t.amount} = round(${t.amount}, ${t.decimals})`),
    check('document_taxes_home', sql`(${t.homeBase} is null) = (${t.homeAmount} is null)`),
  ],
)
