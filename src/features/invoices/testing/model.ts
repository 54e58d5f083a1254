/** A minimal model of invoices: no database, no shared code, whole numbers only. */
export type Line = { quantity: bigint; unitPrice: bigint }
export type Status = 'draft' | 'sent' | 'paid' | 'overdue'
export type Payment = { id: number; amount: bigint }
export type ModelInvoice = {
  /** The row's id, once it is created. */
  id: number
  lines: Line[]
  /** Hundredths of a percent. */
  rate: bigint
  customTax: bigint | null
  stored: Status
  /** Whether its due date has passed. */
  isLate: boolean
  isDeleted: boolean
  /** Payments that aren't voided, oldest first. */
  payments: Payment[]
}
export type Model = { invoices: ModelInvoice[]; trialUsed: number }

/** A refusal of the model, with the expected HTTP status. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const getSubtotal = ({ lines }: ModelInvoice) => sum(lines.map(({ quantity, unitPrice }) => (quantity * unitPrice + 50n) / 100n))
const computedTax = (invoice: ModelInvoice) => (getSubtotal(invoice) * invoice.rate + 5000n) / 10_000n
const getTax = (invoice: ModelInvoice) => invoice.customTax ?? computedTax(invoice)
const getTotal = (invoice: ModelInvoice) => getSubtotal(invoice) + getTax(invoice)
const getPaid = ({ payments }: ModelInvoice) => sum(payments.map(({ amount }) => amount))
export const getBalanceDue = (invoice: ModelInvoice) => (getTotal(invoice) > getPaid(invoice) ? getTotal(invoice) - getPaid(invoice) : 0n)
const getDisplayStatus = ({ stored, isLate }: ModelInvoice): Status => (stored === 'sent' && isLate ? 'overdue' : stored)

/** 1234n -> '12.34' */
export const toDecimalText = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** The figures that the API must return. */
export const getFigures = (invoice: ModelInvoice) => ({
  status: getDisplayStatus(invoice),
  subtotal: toDecimalText(getSubtotal(invoice)),
  taxAmount: toDecimalText(getTax(invoice)),
  taxIsCustom: invoice.customTax !== null,
  total: toDecimalText(getTotal(invoice)),
  amountPaid: toDecimalText(getPaid(invoice)),
  balanceDue: toDecimalText(getBalanceDue(invoice)),
})

/** An invoice becomes paid when payments cover the total; a paid invoice with a balance due is sent again. */
const updateStatus = (invoice: ModelInvoice) => {
  if (invoice.stored === 'draft') return
  if (getPaid(invoice) > 0n && getBalanceDue(invoice) === 0n) invoice.stored = 'paid'
  else if (invoice.stored === 'paid' && getBalanceDue(invoice) > 0n) invoice.stored = 'sent'
}

const isCustom = (invoice: ModelInvoice, tax: bigint | null) => (tax === null || tax === computedTax(invoice) ? null : tax)

export const create = (model: Model, made: Omit<ModelInvoice, 'id' | 'isDeleted' | 'payments'>): ModelInvoice => {
  if (model.trialUsed >= 10) throw new Refused(403)
  model.trialUsed++
  const invoice = { ...made, id: 0, isDeleted: false, payments: [] }
  invoice.customTax = isCustom(invoice, made.customTax)
  model.invoices.push(invoice)
  return invoice
}

/** @param tax the typed amount; undefined when the edit doesn't include it */
export const edit = (invoice: ModelInvoice, lines: Line[], rate: bigint, tax: bigint | undefined) => {
  const same =
    rate === invoice.rate &&
    lines.length === invoice.lines.length &&
    lines.every((line, i) => line.quantity === invoice.lines[i]!.quantity && line.unitPrice === invoice.lines[i]!.unitPrice)
  Object.assign(invoice, { lines, rate })
  if (tax !== undefined) invoice.customTax = isCustom(invoice, tax)
  else if (!same) invoice.customTax = null
  updateStatus(invoice)
}

/** @param id of the payment row that the app created, if there was a balance due */
export const setPaid = (invoice: ModelInvoice, id: number) => {
  const due = getBalanceDue(invoice)
  if (due > 0n) invoice.payments.push({ id, amount: due })
  invoice.stored = 'paid'
}

export const setStatus = (invoice: ModelInvoice, requested: Status, paymentId: number) => {
  if (requested === getDisplayStatus(invoice)) return
  if (requested === 'paid') return setPaid(invoice, paymentId)
  const payments = [...invoice.payments]
  if (invoice.stored === 'paid')
    while (payments.length > 0 && sum(payments.map(({ amount }) => amount)) >= getTotal(invoice)) payments.pop()
  if (requested === 'draft' && payments.length > 0) throw new Refused(409)
  invoice.payments = payments
  invoice.stored = requested === 'overdue' && invoice.isLate ? 'sent' : requested
}

export const pay = (invoice: ModelInvoice, amount: bigint, id: number) => {
  if (invoice.stored === 'paid') throw new Refused(409)
  if (invoice.stored === 'draft') invoice.stored = 'sent'
  invoice.payments.push({ id, amount })
  updateStatus(invoice)
}

export const undo = (invoice: ModelInvoice, payment: Payment) => {
  invoice.payments = invoice.payments.filter((other) => other !== payment)
  updateStatus(invoice)
}

/** 1234n -> '12.34', -1234n -> '-12.34' */
const signed = (cents: bigint) => (cents < 0n ? `-${toDecimalText(-cents)}` : toDecimalText(cents))

/** The figures of the whole business. */
export const getLedgerFigures = ({ invoices }: Model) => {
  const live = invoices.filter((invoice) => !invoice.isDeleted)
  const issued = live.filter(({ stored }) => stored !== 'draft')
  return {
    /** Receivables minus credits. */
    balance: signed(sum(issued.map(getTotal)) - sum(live.map(getPaid))),
    count: live.length,
    total: toDecimalText(sum(live.map(getTotal))),
    outstanding: toDecimalText(sum(live.filter(({ stored }) => stored === 'sent' || stored === 'overdue').map(getBalanceDue))),
    revenue: toDecimalText(sum(live.map(getPaid))),
  }
}
