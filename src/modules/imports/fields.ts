import type { Field, Fields, Kind } from '#model/fields.ts'
import { customerModel } from '#modules/customers/model.ts'
import { expenseModel } from '#modules/expenses/model.ts'
import { itemModel } from '#modules/items/model.ts'
import type { ImportKind } from '#shared/record-types.ts'
// The names occur in the files of Invoice Ninja, FreshBooks, Wave, Zoho, QuickBooks, Xero, Google Contacts and Outlook; the most specific first.
import columnNames from './column-names.json' with { type: 'json' }

/** How a kind of field is read from a cell. */
const types = {
  ...{ text: 'text', emails: 'text', email: 'email', phone: 'phone', price: 'amount', money: 'amount', moneyDay: 'day' },
  ...{
    choice: 'category',
    unit: 'unit',
    currency: 'currency',
    country: 'text',
    language: 'language',
    url: 'url',
    part: 'text',
    count: 'text',
    flag: 'text',
    ref: 'text',
  },
} as const satisfies Record<Kind, string>
export type FieldType = (typeof types)[Kind] | 'customer' | 'rate'

/** A field that a column of a file can be imported as. */
export type ImportField = {
  name: string
  label: string
  type: FieldType
  required?: true
  /** Its label, and column names in other programs. Case, spaces and punctuation are ignored. */
  aliases: readonly string[]
}
type Declared = Pick<ImportField, 'label' | 'type' | 'required'>

/** Records are named in files, not numbered. */
const referring = { taxRate: 'taxRateId', customer: 'customerId' } as const

const toImported = (field: Field): Declared => ({
  label: field.heading ?? field.label.replace(/\bid$/, 'ID'),
  type: field.kind === 'ref' && field.to === 'customer' ? 'customer' : types[field.kind],
  ...(!field.isOptional && field.kind !== 'flag' && { required: true }),
})
const fromModel = (
  { fields }: { fields: Fields },
  further: Readonly<Record<string, Declared>> = {},
): Readonly<Record<string, Declared>> => ({
  ...Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, toImported(field)])),
  ...Object.fromEntries(Object.entries(referring).flatMap(([name, id]) => (fields[id] ? [[name, toImported(fields[id])]] : []))),
  ...further,
})

const declared: Record<ImportKind, Readonly<Record<string, Declared>>> = {
  // Not stored: these are joined into `name` and `address`.
  customers: fromModel(customerModel, {
    firstName: { label: 'First name', type: 'text' },
    lastName: { label: 'Last name', type: 'text' },
    addressLine2: { label: 'Address, line 2', type: 'text' },
  }),
  items: fromModel(itemModel),
  expenses: fromModel(expenseModel),
  'opening-balances': {
    customer: { label: 'Customer', type: 'customer', required: true },
    // A total is open only if nothing else in the file speaks of payments: see `telling-columns.ts`.
    amount: { label: 'Open amount', type: 'amount', required: true },
    dueDate: { label: 'Due date', type: 'day', required: true },
    day: { label: 'As of', type: 'day' },
    reference: { label: 'Invoice number', type: 'text' },
    currency: { label: 'Currency', type: 'currency' },
    exchangeRate: { label: 'Exchange rate', type: 'rate' },
    taxRate: { label: 'Tax rate', type: 'text' },
  },
}

const listFields = (kind: ImportKind): ImportField[] =>
  Object.entries<string>(columnNames[kind]).map(([name, names]) => {
    const field = declared[kind][name]!
    return { name, ...field, aliases: [field.label, ...names.split('; ')] }
  })

/** The fields of each kind of import. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  customers: listFields('customers'),
  items: listFields('items'),
  expenses: listFields('expenses'),
  'opening-balances': listFields('opening-balances'),
}

/** The label of a field; its name when there is no such field. */
export const getFieldLabel = (kind: ImportKind, name: string): string => importFields[kind].find((it) => it.name === name)?.label ?? name

/** Normalizes a column name to lower-case letters and digits ('E-Mail address' and 'email_address' are equal); '&' is 'and'. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
