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

type PdfDocument = {
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

/** Inserts a document with its lines and its public id, created at 9:00 on its issue date. @returns its row id */
export const addDocument = async (db: UserDb, of: DocumentType, document: PdfDocument): Promise<number> => {
  const { sums } = document
  const [row] = await db.rows<{ id: number }>(
    `insert into ${of.table} (user_id, customer_id, ${of.numberColumn}, status, issue_date, ${of.endColumn}, subtotal, tax_rate, tax_amount, total,
                               notes, terms, sent_at, created_at, updated_at, customer_as_sent, business_as_sent, content_bytes)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, case when $13::timestamptz is null then null else ${customerJsonSql} end,
            $15, $16
     from customers c where c.user_id = $1 and c.id = $2 returning id`,
    [
      db.userId,
      document.customer,
      document.number,
      document.status,
      document.issued,
      document.end,
      toDecimal(sums.subtotal),
      toDecimal(sums.taxRate),
      toDecimal(sums.tax),
      toDecimal(sums.total),
      document.notes,
      document.terms,
      document.sentAt,
      `${document.issued}T09:00:00Z`,
      document.sentAt === null ? null : JSON.stringify(await getBusiness(db)),
      computeContentBytes({ ...document, lineItems: document.lines }),
    ],
  )
  const id = row!.id
  await addLines(db, of, id, document)
  await db.rows(`insert into ${of.publicIdTable} (public_id, user_id, ${of.idColumn}) values ($1, $2, $3)`, [newPublicId(), db.userId, id])
  return id
}

const addLines = (db: UserDb, of: DocumentType, id: number, { lines, sums }: PdfDocument) =>
  db.rows(
    `insert into ${of.lineTable} (user_id, ${of.idColumn}, position, item_id, description, quantity, unit_price, total)
     select $1, $2, l.position, l.item_id, l.description, l.quantity, l.unit_price, l.total
     from jsonb_to_recordset($3::jsonb) as l(position int, item_id int, description text, quantity numeric, unit_price numeric, total numeric)`,
    [
      db.userId,
      id,
      JSON.stringify(
        lines.map((line, i) => ({
          position: i + 1,
          item_id: line.itemId,
          description: line.description,
          quantity: toDecimal(line.quantity),
          unit_price: toDecimal(line.unitPrice),
          total: toDecimal(sums.lines[i]!),
        })),
      ),
    ],
  )
