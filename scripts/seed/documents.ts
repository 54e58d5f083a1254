import { getBusiness } from '#server/domain/business/business.ts'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { newPublicId } from '#server/domain/documents/public-id.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { computeDocumentTotals } from '#shared/document-totals.ts'
import { cents, toDecimal } from '#shared/money.ts'
import type { Random } from './random.ts'

export type Line = { description: string; itemId: number; quantity: number; unitPrice: number }
export type Draft = { customer: number; lines: Line[]; index: number }

/** Computes the totals with a random tax rate. Quantities are in hundredths, prices in cents. */
export const calculateTotals = (random: Random, lines: Line[]) => {
  const taxRate = random.pick([0, 0, 825, 700, 1900, 2000])
  return {
    taxRate,
    ...computeDocumentTotals(
      lines.map((l) => ({ quantityHundredths: l.quantity, unitPrice: cents(l.unitPrice) })),
      taxRate,
    ),
  }
}
export type CalculatedTotals = ReturnType<typeof calculateTotals>

type SeedDocument = {
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
}

/** Inserts a document with its lines, its tax and its public id, created at 9:00 on its issue date. @returns its row id */
export const addDocument = async (db: UserDb, of: DocumentType, document: SeedDocument): Promise<number> => {
  const { sums } = document
  const [customer] = await db.rows<{ snapshot: object }>(
    `select ${customerJsonSql} as snapshot from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, document.customer],
  )
  const isSent = document.sentAt !== null
  const [row] = await db.rows<{ id: number }>(
    `insert into documents (user_id, type, customer_id, number, status, issue_date, ${of.endColumn}, subtotal, net_amount, tax_amount, total, home_total,
                            notes, terms, sent_at, created_at, updated_at, customer_snapshot, business_snapshot, content_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $10, $11, $12, $13, $14, $14, $15, $16, $17) returning id`,
    [
      db.userId,
      of.name,
      document.customer,
      document.number,
      document.status,
      document.issued,
      document.end,
      toDecimal(sums.subtotal),
      toDecimal(sums.tax),
      toDecimal(sums.total),
      document.notes,
      document.terms,
      document.sentAt,
      `${document.issued}T09:00:00Z`,
      isSent ? JSON.stringify(customer!.snapshot) : null,
      isSent ? JSON.stringify(await getBusiness(db)) : null,
      computeContentBytes({ ...document, lineItems: document.lines }),
    ],
  )
  const id = row!.id
  addLines(db, id, document)
  if (sums.taxRate > 0)
    db.send('insert into document_taxes (user_id, document_id, percent, base, amount) values ($1, $2, $3, $4, $5)', [
      db.userId,
      id,
      toDecimal(sums.taxRate),
      toDecimal(sums.subtotal),
      toDecimal(sums.tax),
    ])
  db.send('insert into public_links (public_id, user_id, document_id, type) values ($1, $2, $3, $4)', [
    newPublicId(),
    db.userId,
    id,
    of.name,
  ])
  return id
}

const addLines = (db: UserDb, id: number, { lines, sums }: SeedDocument) => {
  for (const [i, line] of lines.entries())
    db.send(
      `insert into document_lines (user_id, document_id, position, item_id, description, quantity, unit_price, amount, total, net)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
      [db.userId, id, i + 1, line.itemId, line.description, toDecimal(line.quantity), toDecimal(line.unitPrice), toDecimal(sums.lines[i]!)],
    )
}
