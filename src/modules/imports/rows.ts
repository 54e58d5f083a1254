import { z } from 'zod'
import { checkCustomer, customerFields } from '#modules/customers/contract.ts'
import { expenseInput } from '#modules/expenses/contract.ts'
import { itemInput } from '#modules/items/contract.ts'
import { checkOpeningBalance, openingBalanceFields } from '#shared/contract/books.ts'
import { moneyDayInput, optionalText, requiredText } from '#shared/contract/fields.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { type DocumentLanguage, documentLanguages, languageCodes } from '#shared/document-languages.ts'
import { findFormulaProblem, unescapeFormula } from '#shared/formulas.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { textLimits } from '#shared/text-limits.ts'
import { findUnit } from '#shared/unit-names.ts'
import { readAmount } from './amounts.ts'
import { readCategory } from './categories.ts'
import { findCurrencyOfAmount, findCurrencyOfHeader, findOtherCurrency } from './currencies.ts'
import { type DayOrder, readDay } from './days.ts'
import { importFields } from './fields.ts'
import { findLeftOut, type TellingColumn } from './telling-columns.ts'

const taxRate = optionalText('Tax rate', textLimits.taxName)

const yesOrNo = (label: string) =>
  z
    .stringbool({ truthy: ['yes', 'y', 'true', '1', 'x'], falsy: ['no', 'n', 'false', '0', ''], error: `${label} must be yes or no` })
    .optional()

/** Schemas of imported rows: those of the contract, with the names of customers and tax rates instead of their ids. */
export const rowSchemas = {
  customers: customerFields
    .omit({ taxRateId: true })
    .extend({ taxRate, dueEndOfMonth: yesOrNo('Due at the end of the month'), orderNumberRequired: yesOrNo('Order number required') })
    .superRefine(checkCustomer),
  items: itemInput.omit({ taxRateId: true }).extend({ taxRate }),
  expenses: expenseInput.omit({ customerId: true, receiptFileId: true }).extend({ customer: optionalText('Customer', textLimits.name) }),
  'opening-balances': openingBalanceFields
    .omit({ customerId: true, taxRateId: true })
    .extend({
      customer: requiredText('Customer', textLimits.name),
      taxRate,
      day: z.preprocess((text) => text || undefined, moneyDayInput('As of').optional()),
    })
    .superRefine(checkOpeningBalance),
} satisfies Record<ImportKind, z.ZodType>

/** Multi-line fields. In all other cells, line breaks and tabs become spaces. */
const multilineFields: Record<ImportKind, readonly string[]> = {
  customers: ['address'],
  items: ['description'],
  expenses: [],
  'opening-balances': [],
}

/** The mapping of a file's columns to fields. */
export type ImportMapping = {
  kind: ImportKind
  headers: readonly string[]
  /** The field of each column; null for a column that isn't imported. */
  columns: readonly (string | null)[]
  dayOrder: DayOrder
  decimalComma: boolean
  /** Whether an unknown or missing expense category becomes 'Other'. */
  otherCategory: boolean
  /** Which amounts are costs where a file of expenses has both signs; undefined while that is not known, when both are taken for costs. */
  costSign: CostSign | undefined
  /** The columns that tell whether a row is what it seems, imported or not. */
  telling: readonly TellingColumn[]
  /** The currency of the business, in which the amounts are stored. */
  homeCurrency: Currency
}
export type CostSign = 'positive' | 'negative'
/** A row of the file; `line` is its first line, counted from 1. */
export type SourceRow = { line: number; cells: readonly string[] }
export type ImportRow = { line: number; values: Record<string, string> }
/** An error in a row, or why it is left out; `column` is the column's name in the file, '' for an error of the whole row. */
export type RowError = { line: number; column: string; message: string }
/** The row as it would be stored, and its errors; or why it is left out, which is no error: a paid invoice, money received. */
export type ReadRow = { row: ImportRow; errors: RowError[]; leftOut?: RowError }

/** The labels of required fields without a column. First name, last name or company can replace a customer's name. */
export const findMissingFields = ({
  kind,
  columns,
  otherCategory,
}: Pick<ImportMapping, 'kind' | 'columns' | 'otherCategory'>): string[] => {
  const isMapped = (name: string): boolean =>
    columns.includes(name) ||
    (kind === 'customers' && name === 'name' && ['firstName', 'lastName', 'company'].some((other) => columns.includes(other))) ||
    (name === 'category' && otherCategory)
  return importFields[kind].filter(({ required, name }) => required && !isMapped(name)).map(({ label }) => label)
}

/** The column's name in the file, or 'Column 3' when it has none. */
export const getColumnName = (headers: readonly string[], column: number): string => headers[column]?.trim() || `Column ${column + 1}`

/** Creates a reader for the rows of one file: maps cells to fields, validates them with the contract's schemas, and reports errors by line and column. */
export const createRowReader = (plan: ImportMapping): ((row: SourceRow) => ReadRow) => {
  const { kind, headers } = plan
  const fields = new Map(importFields[kind].map((field) => [field.name, field]))
  const mapped = plan.columns.flatMap((name, column) => {
    const field = name === null ? undefined : fields.get(name)
    return field ? [{ field, column }] : []
  })
  const nameOfColumn = (name: string) => {
    const sources = [name, ...(name === 'name' ? ['firstName', 'lastName', 'company'] : name === 'address' ? ['addressLine2'] : [])]
    const found = sources.flatMap((it) => mapped.filter(({ field }) => field.name === it))[0]
    return found ? getColumnName(headers, found.column) : (fields.get(name)?.label ?? name)
  }

  const amounts = mapped.filter(({ field }) => field.type === 'amount')
  const atAmount = (line: number, message: string): RowError => ({ line, column: nameOfColumn('amount'), message })

  return ({ line, cells }) => {
    const told = findLeftOut(plan, cells)
    if (told)
      return {
        row: { line, values: {} },
        errors: [],
        leftOut: { line, column: getColumnName(headers, told.column), message: told.message },
      }
    const errors: RowError[] = []
    if (cells.slice(headers.length).some((cell) => cell.trim() !== ''))
      errors.push({
        line,
        column: '',
        message: `This row has ${cells.length} cells, but there are ${headers.length} columns. A cell with a comma in it needs quotes around it`,
      })
    const values: Record<string, string> = {}
    for (const { field, column } of mapped) {
      const cell = cells[column] ?? ''
      const problem = findFormulaProblem(cell) ?? findFormulaProblem(cell.trim())
      if (problem) errors.push({ line, column: getColumnName(headers, column), message: `${field.label} ${problem}` })
      else {
        const text = readCell(field.type, unescapeFormula(cell.trim()).trim(), plan)
        values[field.name] = multilineFields[kind].includes(field.name) ? text : text.replace(/\s*[\t\n\r]\s*/g, ' ')
      }
    }
    const row = kind === 'customers' ? joinCustomerFields(values) : values
    if (kind === 'expenses' && plan.otherCategory) row.category = readCategory(row.category ?? '') ?? 'Other'
    if (kind === 'opening-balances' && /^-?0+(\.0*)?$/.test(row.amount ?? ''))
      return { row: { line, values: row }, errors: [], leftOut: atAmount(line, 'Nothing is owed') }
    if (kind === 'expenses' && /^-?0+(\.0*)?$/.test(row.amount ?? ''))
      return { row: { line, values: row }, errors: [], leftOut: atAmount(line, 'Nothing was spent') }
    const isNegative = kind === 'expenses' && /^-[\d.]*[1-9]/.test(row.amount ?? '')
    if (kind === 'expenses' && plan.costSign === 'negative' && !isNegative && /[1-9]/.test(row.amount ?? ''))
      return { row: { line, values: row }, errors: [], leftOut: atAmount(line, 'Money that you received is not a cost') }
    if (isNegative && plan.costSign !== 'positive') row.amount = row.amount!.slice(1)
    errors.push(
      ...findCurrencyErrors(
        plan,
        amounts,
        { line, cells },
        kind === 'opening-balances' && row.currency && isCurrency(row.currency) ? row.currency : plan.homeCurrency,
      ),
    )
    const formulas = new Set(errors.map(({ column }) => column))
    for (const { path, message } of rowSchemas[kind].safeParse(row).error?.issues ?? []) {
      const column = nameOfColumn(String(path[0]))
      if (!formulas.has(column)) errors.push({ line, column, message })
    }
    return { row: { line, values: row }, errors }
  }
}

/** What is stored in one currency, that of the row or else the home currency, must not have another one in the file. */
const findCurrencyErrors = (
  { kind, headers, columns, telling, homeCurrency: home }: ImportMapping,
  amounts: readonly { column: number }[],
  { line, cells }: SourceRow,
  stored: Currency,
): RowError[] => {
  const named = telling
    .filter(({ column, tells }) => tells === 'currency' && columns[column] !== 'currency')
    .map(({ column }) => ({ column, other: findOtherCurrency(cells[column] ?? '', stored) }))
  // A price is one in any currency.
  const beside =
    kind === 'items'
      ? []
      : amounts.map(({ column }) => ({
          column,
          other: findCurrencyOfHeader(headers[column] ?? '', stored) ?? findCurrencyOfAmount(cells[column] ?? '', stored),
        }))
  const found = [...named, ...beside].find(({ other }) => other)
  if (!found) return []
  return [
    {
      line,
      column: getColumnName(headers, found.column),
      message:
        stored === home
          ? `This row is in ${found.other}, and your books are in ${home}. Convert its amount to ${home}, or skip the row`
          : `This amount is in ${found.other}, and the currency of the row is ${stored}. Correct one of them`,
    },
  ]
}

/** By its code, its own name or its English one: 'de', 'Deutsch', 'German', 'de-AT'. */
const findLanguage = (text: string): DocumentLanguage | undefined => {
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const wanted = text.toLowerCase()
  return languageCodes.find((code) =>
    [code, documentLanguages[code], english.of(code)!].some((name) => name.toLowerCase() === wanted || wanted.startsWith(`${code}-`)),
  )
}

const readCell = (type: string, text: string, { dayOrder, decimalComma }: ImportMapping): string => {
  // Address books put several values into one cell; the first is the primary one.
  if (type === 'email' || type === 'phone') return text.split(' ::: ')[0]!
  if (type === 'amount' || type === 'rate') return readAmount(text, decimalComma)
  if (type === 'day') return readDay(text, dayOrder)
  if (type === 'currency') return text.toUpperCase()
  if (type === 'language') return findLanguage(text) ?? text
  if (type === 'unit') return findUnit(text) ?? text
  if (type === 'category') return readCategory(text) ?? text
  return text
}

const joinCustomerFields = ({
  firstName = '',
  lastName = '',
  addressLine2 = '',
  ...rest
}: Record<string, string>): Record<string, string> => {
  const name = rest.name || [firstName, lastName].filter(Boolean).join(' ') || rest.company || ''
  const address = [rest.address ?? '', addressLine2].filter(Boolean).join(', ')
  return { ...rest, name, ...(address === '' ? {} : { address }) }
}
