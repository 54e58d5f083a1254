import { listTaxRates } from '#modules/tax-rates/server.ts'
import { type Business, getBusiness } from '#server/domain/business/business.ts'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { newPublicId } from '#server/domain/documents/public-id.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { computeContentTotals, hasLineRates, type TaxRates } from '#shared/content-totals.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { displayName } from '#shared/user-names.ts'
import type { Batch } from './batch.ts'
import type { Random } from './random.ts'

/** Quantity in hundredths, price as decimal text. A charge is of no item. */
export type Line = {
  kind: 'item' | 'charge'
  description: string
  itemId: number | null
  quantity: number
  unitCode: string
  unitPrice: string
  taxRateId: number | null
}
export type Draft = { parties: Parties; customer: number; lines: Line[]; index: number }

export const calculateTotals = (random: Random, { rates, currency }: Parties, lines: Line[]) => {
  const taxRate = hasLineRates({ lineItems: lines }) ? 0 : random.pick([0, 0, 825, 700, 1900, 2000])
  const discountPercent = random.chance(12) ? random.pick(['5', '10', '12.5']) : null
  const lineItems = lines.map(({ quantity, ...line }) => ({ ...line, quantity: formatHundredths(quantity) }))
  return { discountPercent, ...computeContentTotals({ taxRate, discountPercent, lineItems }, currency, rates) }
}
export type CalculatedTotals = ReturnType<typeof calculateTotals>

export type Parties = {
  business: Business
  currency: Currency
  rates: TaxRates
  customers: ReadonlyMap<number, object>
  names: ReadonlyMap<number, string>
  owner: string
}

export const readParties = async (db: UserDb): Promise<Parties> => {
  const customers = await db.rows<{ id: number; name: string; snapshot: object }>(
    `select c.id, c.name, ${customerJsonSql} as snapshot from customers c where c.user_id = $1`,
    [db.userId],
  )
  const [owner] = await db.rows<{ firstName: string | null; lastName: string | null; email: string | null }>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
  )
  const business = await getBusiness(db)
  return {
    business,
    currency: business.currency,
    rates: new Map((await listTaxRates(db, { archived: false })).map((rate) => [rate.id, rate])),
    customers: new Map(customers.map(({ id, snapshot }) => [id, snapshot])),
    names: new Map(customers.map(({ id, name }) => [id, name])),
    owner: displayName(owner!),
  }
}

type SeedDocument = {
  parties: Parties
  customer: number
  number: string
  status: string
  issued: Day
  end: Day
  lines: Line[]
  sums: CalculatedTotals
  notes: string | null
  terms: string
  sentAt: string | null
  source: number | null
}

/** Created at 9:00 on its issue date. */
export const addDocument = (batch: Batch, of: DocumentType, document: SeedDocument): number => {
  const { parties, sums } = document
  const id = batch.nextDocumentId()
  const isSent = document.sentAt !== null
  const createdAt = `${document.issued}T09:00:00Z`
  batch.add('documents', {
    id,
    type: of.name,
    currency: parties.currency,
    decimals: getCurrencyDecimals(parties.currency),
    customer_id: document.customer,
    number: document.number,
    status: document.status,
    issue_date: document.issued,
    due_date: null,
    expiry_date: null,
    [of.end!.column]: document.end,
    subtotal: toDecimal(sums.subtotal),
    discount_percent: sums.discountPercent,
    discount_amount: toDecimal(sums.discount),
    charge_amount: toDecimal(sums.charges),
    net_amount: toDecimal(sums.netAmount),
    tax_amount: toDecimal(sums.taxAmount),
    total: toDecimal(sums.total),
    home_total: toDecimal(sums.total),
    notes: document.notes,
    terms: document.terms,
    sent_at: document.sentAt,
    created_at: createdAt,
    updated_at: createdAt,
    customer_snapshot: isSent ? parties.customers.get(document.customer) : null,
    business_snapshot: isSent ? parties.business : null,
    content_bytes: computeContentBytes({ ...document, lineItems: document.lines }, sums.taxes),
    source_document_id: document.source,
  })
  for (const [i, line] of document.lines.entries()) {
    const { amount, total, net, documentDiscount, documentDiscountNet } = sums.lines[i]!
    batch.add('document_lines', {
      document_id: id,
      decimals: getCurrencyDecimals(parties.currency),
      position: i + 1,
      kind: line.kind,
      item_id: line.itemId,
      description: line.description,
      quantity: formatHundredths(line.quantity),
      unit_code: line.unitCode,
      unit_price: line.unitPrice,
      tax_group: sums.groupNos[i],
      ...{ amount: toDecimal(amount), total: toDecimal(total), net: toDecimal(net) },
      ...{ document_discount: toDecimal(documentDiscount), document_discount_net: toDecimal(documentDiscountNet) },
    })
  }
  for (const tax of sums.taxes)
    batch.add('document_taxes', {
      document_id: id,
      decimals: getCurrencyDecimals(parties.currency),
      group_no: tax.groupNo,
      component_no: tax.componentNo,
      tax_rate_id: tax.taxRateId,
      name: tax.name,
      percent: tax.percent,
      base: toDecimal(tax.base),
      amount: toDecimal(tax.amount),
    })
  batch.add('public_links', { public_id: newPublicId(), document_id: id, type: of.name })
  return id
}
