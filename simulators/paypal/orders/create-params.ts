import { badRequest, unprocessable } from '#simulators/paypal/core/errors.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import { readAmount, readEnum, readObject, readOptionalText, readText, readUrl } from '#simulators/paypal/core/params.ts'
import type { Breakdown, Item, PurchaseUnit } from '#simulators/paypal/core/state.ts'

export type OrderParams = { unit: PurchaseUnit; hasSource: boolean; brandName: string; returnUrl: string | null; cancelUrl: string | null }

const parts = ['item_total', 'shipping', 'handling', 'tax_total', 'insurance', 'shipping_discount', 'discount'] as const
const omitUndefined = <T extends object>(object: { [K in keyof T]: T[K] | undefined }) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T

type ReadItem = { item: Item; quantity: number; price: number; tax: number }

const readItem = (value: unknown, field: string, currency: string): ReadItem => {
  const item = readObject(value, field)
  const quantity = readText(item.quantity, `${field}/quantity`, 10)
  if (!/^[1-9]\d{0,9}$/.test(quantity)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: `${field}/quantity`, value: quantity })
  const price = readAmount(item.unit_amount, `${field}/unit_amount`, 'zero too', currency)
  const tax = item.tax === undefined ? 0 : readAmount(item.tax, `${field}/tax`, 'zero too', currency)
  const read = omitUndefined({
    name: readText(item.name, `${field}/name`, 127),
    quantity,
    unit_amount: toMoney(price, currency),
    tax: item.tax === undefined ? undefined : toMoney(tax, currency),
    description: readOptionalText(item.description, `${field}/description`, 127),
    sku: readOptionalText(item.sku, `${field}/sku`, 127),
    category:
      item.category === undefined ? undefined : readEnum(item.category, `${field}/category`, 'DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
  })
  return { item: read as Item, quantity: Number(quantity), price, tax }
}

const readBreakdown = (
  value: unknown,
  field: string,
  { total, currency }: { total: number; currency: string },
): { wire: Breakdown; cents: Record<string, number> } => {
  const breakdown = readObject(value, field)
  const cents: Record<string, number> = {}
  for (const part of parts)
    if (breakdown[part] !== undefined) cents[part] = readAmount(breakdown[part], `${field}/${part}`, 'zero too', currency)
  const get = (part: string) => cents[part] ?? 0
  const plus = get('item_total') + get('tax_total') + get('shipping') + get('handling') + get('insurance')
  if (plus - get('shipping_discount') - get('discount') !== total)
    throw unprocessable('AMOUNT_MISMATCH', { field: field.replace(/\/breakdown$/, '/value'), value: toMoney(total, currency).value })
  return { wire: Object.fromEntries(Object.entries(cents).map(([part, value]) => [part, toMoney(value, currency)])), cents }
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

const readUnit = (value: unknown, field: string): PurchaseUnit => {
  const unit = readObject(value, field)
  // Other payees than the app's own merchant are not supported.
  if (unit.payee !== undefined) throw badRequest('INVALID_PARAMETER_VALUE', { field: `${field}/payee` })
  const total = readAmount(unit.amount, `${field}/amount`)
  const amount = readObject(unit.amount, `${field}/amount`)
  const currency = String(amount.currency_code)
  const sent = amount.breakdown
  const breakdown = sent === undefined ? null : readBreakdown(sent, `${field}/amount/breakdown`, { total, currency })
  if (unit.items !== undefined && !Array.isArray(unit.items)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: `${field}/items` })
  const items = unit.items?.map((item: unknown, index: number) => readItem(item, `${field}/items/${index}`, currency))
  if (items && items.length > 0) checkItems(items, breakdown?.cents ?? {}, field)
  return omitUndefined<PurchaseUnit>({
    reference_id: readOptionalText(unit.reference_id, `${field}/reference_id`, 256) ?? 'default',
    amount: { ...toMoney(total, currency), ...(breakdown ? { breakdown: breakdown.wire } : {}) },
    description: readOptionalText(unit.description, `${field}/description`, 127),
    custom_id: readOptionalText(unit.custom_id, `${field}/custom_id`, 127),
    invoice_id: readOptionalText(unit.invoice_id, `${field}/invoice_id`, 127),
    soft_descriptor: readOptionalText(unit.soft_descriptor, `${field}/soft_descriptor`, 22),
    items: items?.map(({ item }: ReadItem) => item),
  })
}

const readContext = (order: Record<string, unknown>) => {
  const source = order.payment_source === undefined ? undefined : readObject(order.payment_source, '/payment_source')
  const wallet = source && readObject(source.paypal, '/payment_source/paypal')
  const field = wallet ? '/payment_source/paypal/experience_context' : '/application_context'
  const context = (wallet ? wallet.experience_context : order.application_context) ?? {}
  const { brand_name, return_url, cancel_url } = readObject(context, field)
  return {
    hasSource: source !== undefined,
    brandName: readOptionalText(brand_name, `${field}/brand_name`, 127) ?? '',
    returnUrl: return_url === undefined ? null : readUrl(return_url, `${field}/return_url`),
    cancelUrl: cancel_url === undefined ? null : readUrl(cancel_url, `${field}/cancel_url`),
  }
}

/** One purchase unit with the intent CAPTURE is supported. @throws PayPalError 400 and 422 */
export const readOrder = (body: unknown): OrderParams => {
  const order = readObject(body, '/')
  readEnum(order.intent, '/intent', 'CAPTURE')
  const units = order.purchase_units
  if (units === undefined) throw badRequest('MISSING_REQUIRED_PARAMETER', { field: '/purchase_units' })
  if (!Array.isArray(units)) throw badRequest('INVALID_PARAMETER_SYNTAX', { field: '/purchase_units' })
  if (units.length !== 1) throw badRequest('INVALID_PARAMETER_VALUE', { field: '/purchase_units' })
  return { unit: readUnit(units[0], '/purchase_units/0'), ...readContext(order) }
}
