import { z } from 'zod'
import type { ImportKind } from '#shared/record-types.ts'
import { isClearlyAmount } from './amounts.ts'
import { readCategory } from './categories.ts'
import { looksLikeDay } from './days.ts'
import { type FieldType, type ImportField, importFields, normalizeHeader } from './fields.ts'
import { findPaymentColumns, findTellingColumns } from './telling-columns.ts'

/** The guessed field of a column, and whether it was guessed by name or content. */
export type ColumnGuess = { field: string; by: 'name' | 'content' } | null

const headerKeys = new Map(
  Object.values(importFields)
    .flat()
    .map((field) => [field, field.aliases.map(normalizeHeader)] as const),
)

/** Known column names without a corresponding field; their cells are not used for guessing. */
const irrelevantColumns =
  /fax|ship|delivery|tax|vat|gst|discount|balance|purchase|cost|created|updated|modified|due|birth|lifetime|event|quantity|qty|stock|number|id$|^id|sku|currency|rate$|status|website|web|password|markup|exchange|credit|limit|terms|notes?$/

const email = z.email()
const contentTests: Partial<Record<FieldType, (text: string) => boolean>> = {
  email: (text) => email.safeParse(text).success,
  url: (text) => /^https?:\/\/\S+$/i.test(text),
  day: looksLikeDay,
  category: (text) => readCategory(text) !== undefined,
  phone: (text) =>
    /^\+?[\d\s().\-/]{7,25}$/.test(text) && text.replace(/\D/g, '').length >= 7 && !looksLikeDay(text) && !isClearlyAmount(text),
  amount: isClearlyAmount,
}

/** Names of columns that hold what is owed only if nothing in the file speaks of payments. */
const totals = ['amount', 'total']

/**
 * Guesses the field of each column by its name, or by its cells when the name is unknown. Each field is used at most once. What is owed, and since when,
 * is never guessed from cells.
 * @param samples some cells of each column, e.g. those of the first rows
 */
export const guessColumns = (kind: ImportKind, headers: readonly string[], samples: readonly (readonly string[])[]): ColumnGuess[] => {
  const guesses: ColumnGuess[] = headers.map(() => null)
  const free = new Map(importFields[kind].map((field) => [field.name, field]))
  const telling = findTellingColumns(kind, headers, samples)
  const payments = findPaymentColumns(telling)
  const owed = telling.filter(({ tells }) => tells === 'open').map(({ column }) => column)
  const isDebt = kind === 'opening-balances'
  const mayBe = ({ name }: ImportField, key: string, column: number) =>
    !isDebt || (name === 'amount' ? !totals.includes(key) || payments.every((it) => it === column) : !owed.includes(column))
  const byName = headers
    .map(normalizeHeader)
    .flatMap((key, column) =>
      [...free.values()]
        .filter((field) => mayBe(field, key, column))
        .map((field) => ({ field, column, rank: key ? headerKeys.get(field)!.indexOf(key) : -1 })),
    )
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
  for (const { field, column } of byName) {
    if (guesses[column] || !free.delete(field.name)) continue
    guesses[column] = { field: field.name, by: 'name' }
  }
  if (isDebt) {
    if (free.has('amount') && owed.length === 1) guesses[owed[0]!] = { field: 'amount', by: 'content' }
    return guesses
  }
  for (const [column, header] of headers.entries()) {
    const cells = (samples[column] ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length < 300)
    if (guesses[column] || cells.length === 0 || irrelevantColumns.test(normalizeHeader(header))) continue
    const fits = [...free.values()].find(({ type }) => {
      const read = contentTests[type]
      return read && cells.filter(read).length >= cells.length * 0.8
    })
    if (!fits) continue
    free.delete(fits.name)
    guesses[column] = { field: fits.name, by: 'content' }
  }
  return guesses
}
