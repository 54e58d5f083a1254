import type { z } from 'zod'
import type { lineItemInput } from '#shared/contract/documents.ts'
import { type Cents, toDecimal } from '#shared/money.ts'

/** A document's lines as JSON for `jsonb_to_recordset`. @param totals one per line */
export const toLineRows = (lines: readonly z.output<typeof lineItemInput>[], totals: readonly Cents[]): string =>
  JSON.stringify(
    lines.map((line, i) => ({
      position: i + 1,
      item_id: line.itemId ?? null,
      description: line.description,
      quantity: toDecimal(line.quantity),
      unit_price: toDecimal(line.unitPrice),
      total: toDecimal(totals[i]!),
    })),
  )

/** The columns of `toLineRows`, for `jsonb_to_recordset`. */
export const lineColumnsSql = 'position int, item_id int, description text, quantity numeric, unit_price numeric, total numeric'
