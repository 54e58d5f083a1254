import {
  type AnyDocument,
  type DocumentType,
  getEndDay,
  getNumber,
  readText,
  type StoredDocument,
} from '#server/domain/documents/document-type.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { documentReferences, referenceNames } from '#shared/document-references.ts'
import { describeEarlyDiscount, type EarlyDiscount, noEarlyDiscount } from '#shared/early-discounts.ts'
import { formatMoney } from '#shared/money.ts'
import { formatQuantity, formatRate } from '#shared/rates.ts'
import { capitalize } from '#shared/record-types.ts'
import type { Withholding } from '#shared/withholding.ts'
import { isInHomeCurrency } from './exchange-rate.ts'

/** In one event; further changed lines are only counted. */
const maxChanges = 50

/** '10%' or '$12.50'; null for none. */
const formatDiscount = (
  { discountPercent, discountAmount }: Pick<AnyDocument, 'discountPercent' | 'discountAmount'>,
  currency: Currency,
): string | null => (discountPercent !== null ? `${discountPercent}%` : discountAmount === 0 ? null : formatMoney(discountAmount, currency))

const formatWithholding = ({ withholdingPercent = null }: Partial<Withholding>) => withholdingPercent && `${withholdingPercent}%`

type Field = [label: string, format: (document: StoredDocument) => string | null]

const getFields = (type: DocumentType): Field[] => [
  ['Customer', ({ customer }) => customer.name],
  [`${type.title} number`, (document) => (document.hasNumber ? getNumber(type, document) : null)],
  ['Issue date', ({ issueDate }) => formatDay(issueDate)],
  [type.end!.label, (document) => formatDay(getEndDay(type, document)!)],
  ['Status', ({ status }) => capitalize(status)],
  ['Currency', ({ currency }) => currency],
  ['Exchange rate', (document) => (isInHomeCurrency(document) ? null : document.exchangeRate)],
  ['Subtotal', ({ subtotal, currency }) => formatMoney(subtotal, currency)],
  ['Prices', ({ pricesIncludeTax }) => (pricesIncludeTax ? 'With tax' : 'Without tax')],
  ['Discount', (document) => formatDiscount(document, document.currency)],
  ['Charges', ({ chargeAmount, currency }) => (chargeAmount === 0 ? null : formatMoney(chargeAmount, currency))],
  ['Tax rate', ({ taxRate }) => (taxRate === null ? null : formatRate(taxRate))],
  [
    'Taxes',
    ({ taxRate, taxes, currency }) =>
      taxRate === null
        ? taxes.map(({ name, percent, amount }) => `${name} ${percent}%: ${formatMoney(amount, currency)}`).join(', ')
        : null,
  ],
  ['Tax amount', ({ taxAmount, currency }) => formatMoney(taxAmount, currency)],
  ['Delivery date', ({ deliveryDate }) => (deliveryDate === null ? null : formatDay(deliveryDate))],
  ['Delivery until', ({ deliveryUntil }) => (deliveryUntil === null ? null : formatDay(deliveryUntil))],
  ...referenceNames.map((name): Field => [documentReferences[name], (document) => document[name]]),
  ...Object.entries(type.ownTexts).map(([name, label]): Field => [label, (document) => readText(document, name) || null]),
  ['Total', ({ total, currency }) => formatMoney(total, currency)],
  ['Withholding tax', (document) => formatWithholding(document as Partial<Withholding>)],
  ['Early payment discount', (document) => describeEarlyDiscount({ ...noEarlyDiscount, ...(document as Partial<EarlyDiscount>) })],
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

export const listChanges = (type: DocumentType, before: StoredDocument, after: StoredDocument): FieldChange[] => {
  const changes = getFields(type).flatMap(([field, format]): FieldChange[] => {
    const [was, is] = [format(before), format(after)]
    // Two customers may have the same name.
    const isOtherCustomer = field === 'Customer' && before.customerId !== after.customerId
    return was === is && !isOtherCustomer ? [] : [{ field, ...clipChange(was, is) }]
  })
  const lines = listLineChanges(before.lineItems, after.lineItems, after.currency)
  const listedLines = lines.slice(0, maxChanges - changes.length)
  const omitted = lines.length - listedLines.length
  return [
    ...changes,
    ...listedLines,
    ...(omitted === 0
      ? []
      : [{ field: `and ${omitted.toLocaleString('en-US')} more line${omitted === 1 ? '' : 's'}`, before: null, after: null }]),
  ]
}

type Line = AnyDocument['lineItems'][number]

/** Quantity and price follow the description, and are never clipped. */
const formatLine = (line: Line | undefined, description: string | null, currency: Currency) => {
  if (!line) return null
  const discount = formatDiscount(line, currency)
  return `${description}, ${formatQuantity(line.quantity)} × ${formatMoney(line.unitPrice, currency)}${discount === null ? '' : `, less ${discount}`}`
}

const toLineChange = (was: Line | undefined, is: Line | undefined, currency: Currency): Omit<FieldChange, 'field'> => {
  const text = (line: Line | undefined) => line?.description.replace(/\s+/g, ' ') ?? null
  const { before, after } = clipChange(text(was), text(is))
  return { before: formatLine(was, before, currency), after: formatLine(is, after, currency) }
}

/** Unchanged lines at the start and the end are skipped, so that removing one line from the middle is one change. */
const listLineChanges = (before: readonly Line[], after: readonly Line[], currency: Currency): FieldChange[] => {
  const isSame = (a: Line | undefined, b: Line | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.description === b.description &&
    a.quantity === b.quantity &&
    a.unitPrice === b.unitPrice &&
    a.kind === b.kind &&
    a.unitCode === b.unitCode &&
    a.taxRateId === b.taxRateId &&
    a.discountPercent === b.discountPercent &&
    a.discountAmount === b.discountAmount
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && isSame(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  return Array.from({ length: Math.max(was.length, is.length) }, (_, i) => ({ i, was: was[i], is: is[i] }))
    .filter(({ was, is }) => !isSame(was, is))
    .map(({ i, was, is }) => ({ field: `Line ${head + i + 1}`, ...toLineChange(was, is, currency) }))
}
