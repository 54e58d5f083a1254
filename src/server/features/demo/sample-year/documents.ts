import { getBusiness } from '#server/domain/business/business.ts'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { newPublicId } from '#server/domain/documents/public-id.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { computeContentTotals, noTaxRates } from '#shared/content-totals.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { displayName } from '#shared/user-names.ts'
import type { Batch } from './batch.ts'
import type { Random } from './random.ts'

export type Line = { description: string; itemId: number; quantity: number; unitPrice: number }
export type Draft = { parties: Parties; customer: number; lines: Line[]; index: number }

/** Computes the totals with a random tax rate. Quantities are in hundredths, prices in cents. */
export const calculateTotals = (random: Random, lines: Line[]) => {
  const taxRate = random.pick([0, 0, 825, 700, 1900, 2000])
  return {
    taxRate,
    ...computeContentTotals(
      { taxRate, lineItems: lines.map(({ quantity, unitPrice }) => ({ quantity: toDecimal(quantity), unitPrice: toDecimal(unitPrice) })) },
      noTaxRates,
    ),
  }
}
export type CalculatedTotals = ReturnType<typeof calculateTotals>

/** What stands on sent documents: the business, and each customer by id. And the owner's name, for their histories. */
export type Parties = { business: object; customers: ReadonlyMap<number, object>; names: ReadonlyMap<number, string>; owner: string }

/** Reads the parties once for all documents. */
export const readParties = async (db: UserDb): Promise<Parties> => {
  const customers = await db.rows<{ id: number; name: string; snapshot: object }>(
    `select c.id, c.name, ${customerJsonSql} as snapshot from customers c where c.user_id = $1`,
    [db.userId],
  )
  const [owner] = await db.rows<{ firstName: string | null; lastName: string | null; email: string | null }>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
  )
  return {
    business: await getBusiness(db),
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
  /** The due date or the expiry date. */
  end: Day
  lines: Line[]
  sums: CalculatedTotals
  notes: string | null
  terms: string
  /** null for a draft. */
  sentAt: string | null
  /** The estimate that an invoice was made from, or null. */
  source: number | null
}

/** Adds a document with its lines, its tax and its public id, created at 9:00 on its issue date. @returns its row id */
export const addDocument = (batch: Batch, of: DocumentType, document: SeedDocument): number => {
  const { parties, sums } = document
  const id = batch.nextDocumentId()
  const isSent = document.sentAt !== null
  const createdAt = `${document.issued}T09:00:00Z`
  batch.add('documents', {
    id,
    type: of.name,
    customer_id: document.customer,
    number: document.number,
    status: document.status,
    issue_date: document.issued,
    due_date: null,
    expiry_date: null,
    [of.endColumn]: document.end,
    subtotal: toDecimal(sums.subtotal),
    net_amount: toDecimal(sums.subtotal),
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
    content_bytes: computeContentBytes({ ...document, lineItems: document.lines }, [{ name: null, exemption: null }]),
    source_document_id: document.source,
  })
  for (const [i, line] of document.lines.entries()) {
    const amount = toDecimal(sums.lines[i]!.total)
    batch.add('document_lines', {
      document_id: id,
      position: i + 1,
      item_id: line.itemId,
      description: line.description,
      quantity: toDecimal(line.quantity),
      unit_price: toDecimal(line.unitPrice),
      ...{ amount, total: amount, net: amount },
    })
  }
  if (sums.taxRate > 0)
    batch.add('document_taxes', {
      document_id: id,
      percent: toDecimal(sums.taxRate),
      base: toDecimal(sums.subtotal),
      amount: toDecimal(sums.taxAmount),
    })
  batch.add('public_links', { public_id: newPublicId(), document_id: id, type: of.name })
  return id
}
