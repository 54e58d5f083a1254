import { toDecimal } from '#shared/money.ts'
import { badRequest, unprocessable } from '#simulators/paypal/core/errors.ts'
import { amount, isTree, oneOf, optionalText, text, tree, webAddress } from '#simulators/paypal/core/params.ts'
import type { Breakdown, Item, Money, Unit } from '#simulators/paypal/core/state.ts'

export type OrderParams = { unit: Unit; hasSource: boolean; brandName: string; returnUrl: string | null; cancelUrl: string | null }

const parts = ['item_total', 'shipping', 'handling', 'tax_total', 'insurance', 'shipping_discount', 'discount'] as const
const usd = (cents: number): Money => ({ currency_code: 'USD', value: toDecimal(cents) })
/** Leaves out what was not sent, so that answers don't carry it either. */
const given = <T extends object>(object: { [K in keyof T]: T[K] | undefined }) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T

type ReadItem = { item: Item; quantity: number; price: number; tax: number }

const readItem = (value: unknown, field: string): ReadItem => {
  const item = tree(value, field)
  const quantity = text(item.quantity, `${field}/quantity`, 10)
  if (!/^[1-9]\d{0,9}$/.test(quantity)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: `${field}/quantity`, value: quantity })
  const price = amount(item.unit_amount, `${field}/unit_amount`, 'zero too')
  const tax = item.tax === undefined ? 0 : amount(item.tax, `${field}/tax`, 'zero too')
  const read = given({
    name: text(item.name, `${field}/name`, 127),
    quantity,
    unit_amount: usd(price),
    tax: item.tax === undefined ? undefined : usd(tax),
    description: optionalText(item.description, `${field}/description`, 127),
    sku: optionalText(item.sku, `${field}/sku`, 127),
    category:
      item.category === undefined ? undefined : oneOf(item.category, `${field}/category`, 'DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
  })
  return { item: read as Item, quantity: Number(quantity), price, tax }
}

const readBreakdown = (value: unknown, field: string, total: number): { wire: Breakdown; cents: Record<string, number> } => {
  const breakdown = tree(value, field)
  const cents: Record<string, number> = {}
  for (const part of parts) if (breakdown[part] !== undefined) cents[part] = amount(breakdown[part], `${field}/${part}`, 'zero too')
  const of = (part: string) => cents[part] ?? 0
  const plus = of('item_total') + of('tax_total') + of('shipping') + of('handling') + of('insurance')
  if (plus - of('shipping_discount') - of('discount') !== total)
    throw unprocessable('AMOUNT_MISMATCH', { field: field.replace(/\/breakdown$/, '/value'), value: toDecimal(total) })
  return { wire: Object.fromEntries(Object.entries(cents).map(([part, value]) => [part, usd(value)])), cents }
}

const checkItems = (items: ReadItem[], totals: Record<string, number>, field: string) => {
  const breakdown = `${field}/amount/breakdown`
  const sumOf = (of: (item: ReadItem) => number) => items.reduce((sum, item) => sum + of(item) * item.quantity, 0)
  if (totals.item_total === undefined) throw unprocessable('ITEM_TOTAL_REQUIRED', { field: `${breakdown}/item_total` })
  if (sumOf(({ price }) => price) !== totals.item_total) throw unprocessable('ITEM_TOTAL_MISMATCH', { field: `${breakdown}/item_total` })
  if (!items.some(({ item }) => item.tax)) return
  if (totals.tax_total === undefined) throw unprocessable('TAX_TOTAL_REQUIRED', { field: `${breakdown}/tax_total` })
  if (sumOf(({ tax }) => tax) !== totals.tax_total) throw unprocessable('TAX_TOTAL_MISMATCH', { field: `${breakdown}/tax_total` })
}

const readUnit = (value: unknown, field: string): Unit => {
  const unit = tree(value, field)
  // The sandbox's merchants take money for themselves only.
  if (unit.payee !== undefined) throw badRequest('INVALID_PARAMETER_VALUE', { field: `${field}/payee` })
  const total = amount(unit.amount, `${field}/amount`)
  const sent = isTree(unit.amount) ? unit.amount.breakdown : undefined
  const breakdown = sent === undefined ? null : readBreakdown(sent, `${field}/amount/breakdown`, total)
  if (unit.items !== undefined && !Array.isArray(unit.items)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: `${field}/items` })
  const items = unit.items?.map((item: unknown, index: number) => readItem(item, `${field}/items/${index}`))
  if (items && items.length > 0) checkItems(items, breakdown?.cents ?? {}, field)
  return given<Unit>({
    reference_id: optionalText(unit.reference_id, `${field}/reference_id`, 256) ?? 'default',
    amount: { ...usd(total), ...(breakdown ? { breakdown: breakdown.wire } : {}) },
    description: optionalText(unit.description, `${field}/description`, 127),
    custom_id: optionalText(unit.custom_id, `${field}/custom_id`, 127),
    invoice_id: optionalText(unit.invoice_id, `${field}/invoice_id`, 127),
    soft_descriptor: optionalText(unit.soft_descriptor, `${field}/soft_descriptor`, 22),
    items: items?.map(({ item }: ReadItem) => item),
  })
}

/** Where the buyer comes back to and what he sees: of the payment source, or in the older place beside it. */
const readContext = (order: Record<string, unknown>) => {
  const source = order.payment_source === undefined ? undefined : tree(order.payment_source, '/payment_source')
  const wallet = source && tree(source.paypal, '/payment_source/paypal')
  const field = wallet ? '/payment_source/paypal/experience_context' : '/application_context'
  const context = (wallet ? wallet.experience_context : order.application_context) ?? {}
  const { brand_name, return_url, cancel_url } = tree(context, field)
  return {
    hasSource: source !== undefined,
    brandName: optionalText(brand_name, `${field}/brand_name`, 127) ?? '',
    returnUrl: return_url === undefined ? null : webAddress(return_url, `${field}/return_url`),
    cancelUrl: cancel_url === undefined ? null : webAddress(cancel_url, `${field}/cancel_url`),
  }
}

/** Checks the body of a new order. The sandbox takes one purchase unit, in US dollars, to be captured. */
export const readOrder = (body: unknown): OrderParams => {
  const order = tree(body, '/')
  oneOf(order.intent, '/intent', 'CAPTURE')
  const units = order.purchase_units
  if (units === undefined) throw badRequest('MISSING_REQUIRED_PARAMETER', { field: '/purchase_units' })
  if (!Array.isArray(units)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: '/purchase_units' })
  if (units.length !== 1) throw badRequest('INVALID_PARAMETER_VALUE', { field: '/purchase_units' })
  return { unit: readUnit(units[0], '/purchase_units/0'), ...readContext(order) }
}
