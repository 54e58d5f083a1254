import { z } from 'zod'
import { readLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import { computeVerifiedTotals } from '#server/domain/documents/lifecycle/totals.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { type RecurringContent, type StoredContent, storedContent } from '#shared/contract/recurring-invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { pickReferences } from '#shared/document-references.ts'
import type { Amount } from '#shared/money.ts'

export const toStoredContent = (content: RecurringContent, currency: Currency): StoredContent => ({
  taxRate: content.taxRate,
  pricesIncludeTax: content.pricesIncludeTax ?? false,
  discountPercent: content.discountPercent ?? null,
  discountAmount: content.discountAmount ?? null,
  currency,
  ...pickReferences(content),
  notes: content.notes || null,
  terms: content.terms || null,
  lineItems: content.lineItems.map((line) => ({
    itemId: line.itemId ?? null,
    kind: line.kind ?? 'item',
    description: line.description,
    quantity: line.quantity,
    unitCode: line.unitCode ?? 'C62',
    unitPrice: line.unitPrice,
    discountPercent: line.discountPercent ?? null,
    discountAmount: line.discountAmount ?? null,
    taxRateId: line.taxRateId ?? null,
    followsItemPrice: line.followsItemPrice ?? false,
  })),
})

/** Later versions are replaced. */
export const saveContent = (db: UserDb, recurringId: number, validFrom: Day, content: StoredContent): void => {
  db.send('delete from recurring_versions where user_id = $1 and recurring_id = $2 and valid_from >= $3', [
    db.userId,
    recurringId,
    validFrom,
  ])
  db.send('insert into recurring_versions (user_id, recurring_id, valid_from, content) values ($1, $2, $3, $4)', [
    ...[db.userId, recurringId, validFrom],
    JSON.stringify(z.encode(storedContent, content)),
  ])
}

/** As of each schedule's day; null for the newest. The first version also holds for days before it. */
export const readContents = async (
  db: UserDb,
  schedules: readonly { id: number; nextDay: Day | null }[],
): Promise<Map<number, StoredContent>> => {
  const rows = await db.rows<{ id: number; content: unknown }>(
    `select s.id, v.content from unnest($2::bigint[], $3::date[]) s (id, day)
     cross join lateral (select content from recurring_versions v where v.user_id = $1 and v.recurring_id = s.id
       order by (v.valid_from <= coalesce(s.day, 'infinity')) desc, case when v.valid_from <= coalesce(s.day, 'infinity') then v.valid_from end desc, v.valid_from
       limit 1) v`,
    [db.userId, schedules.map(({ id }) => id), schedules.map(({ nextDay }) => nextDay)],
  )
  return new Map(rows.map(({ id, content }) => [id, z.decode(storedContent, content as z.input<typeof storedContent>)]))
}

/** Only lines that follow their item's price are changed. @throws AppError 404 for an item that was deleted */
export const followPrices = async (db: UserDb, content: StoredContent): Promise<StoredContent> => {
  const ids = content.lineItems.flatMap(({ itemId, followsItemPrice }) => (followsItemPrice && itemId !== null ? [itemId] : []))
  if (ids.length === 0) return content
  const rows = await db.rows<{ id: number; price: string }>(
    'select id, unit_price::text as price from items where user_id = $1 and id = any($2)',
    [db.userId, ids],
  )
  const prices = new Map(rows.map(({ id, price }) => [id, price]))
  const lineItems = content.lineItems.map((line, i) => {
    if (!line.followsItemPrice || line.itemId === null) return line
    const unitPrice = prices.get(line.itemId)
    const message = `Line ${i + 1}: the item was deleted, so its price is not known. Enter a price, or choose another item.`
    if (unitPrice === undefined) throw new AppError(404, message, { issues: [{ path: `content.lineItems.${i}.itemId`, message }] })
    return { ...line, unitPrice }
  })
  return { ...content, lineItems }
}

export const toLines = ({ lineItems }: StoredContent): InvoiceInput['lineItems'] =>
  lineItems.map(({ followsItemPrice: _, ...line }) => line)

/**
 * At present prices and tax rates. @throws AppError 400 for amounts that the currency does not have or that are too large; 404 for a
 * deleted item or tax rate
 */
export const computeTotal = async (db: UserDb, content: StoredContent): Promise<Amount> => {
  const current = await followPrices(db, content)
  const lineItems = toLines(current)
  return computeVerifiedTotals({ ...current, lineItems }, await readLineRates(db, lineItems), current.currency).total
}
