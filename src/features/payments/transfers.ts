import type { z } from 'zod'
import { createDraft } from '#features/invoices/create.ts'
import { customersApi } from '#modules/customers/contract.ts'
import { getCustomerLanguage, getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import { takeUnassigned } from '#server/domain/ledger/manual-entries/manual-entries.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { voidManualPayment } from '#server/domain/payments/manual/void-payment.ts'
import { toProviderUnavailableForOwner } from '#server/domain/payments/provider-error.ts'
import { closeInvoiceAttempts, haveCheckoutsClosed } from '#server/domain/payments/reconcile/close-attempts.ts'
import { deriveRate } from '#server/domain/payments/value-payment.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { requireWriteAccess } from '#server/platform/db/write-check.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import type { recordedTransfer, TransferInput } from '#shared/contract/invoice-payments.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import type { EarlyDiscountOffer } from '#shared/early-discounts.ts'
import { type Amount, formatMoney, scale, sum, toAmount, toDecimal, zero } from '#shared/money.ts'
import { findOffers, recordPayment, takeDiscountBack } from './record-payment.ts'

type Customer = { id: number; currency: Currency | null }

const refuse = (path: string, message: string) => new AppError(400, message, { issues: [{ path, message }] })

const busy = () => new AppError(409, 'A customer is about to pay one of the invoices. Please try again.')

const readCustomer = async (db: UserDb, id: number): Promise<Customer> => {
  const [found] = await db.rows<Customer>('select id, currency from customers where user_id = $1 and id = $2', [db.userId, id])
  if (!found) throw notFound('Customer')
  return found
}

const maxInvoices = 100

/** In the customer's currency, those first that are due first. */
const findOpen = async (db: UserDb, customer: Customer): Promise<number[]> => {
  const currency = customer.currency ?? (await getHomeCurrency(db))
  const rows = await db.rows<{ id: number }>(
    `select i.id from documents i where i.user_id = $1 and i.customer_id = $2 and i.currency = $3 and ${isOpenSql('i')}
     order by i.due_date, i.id limit ${maxInvoices}`,
    [db.userId, customer.id, currency],
  )
  return rows.map(({ id }) => id)
}

/** In the order of the ids, so that two transfers for the same invoices never wait for each other. @throws AppError 400, 409 during a checkout */
const lockInvoices = async (db: UserDb, customer: Customer, ids: readonly number[]): Promise<InvoiceBalance[]> => {
  const rows = await db.rows<{ id: number }>(
    "select id from documents where user_id = $1 and id = any($2::bigint[]) and customer_id = $3 and type = 'invoice' and deleted_at is null order by id for update",
    [db.userId, ids, customer.id],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.findIndex((id) => !found.has(id))
  if (missing >= 0) throw refuse(`invoices.${missing}.invoiceId`, 'Choose invoices of this customer')
  const repeated = ids.findIndex((id, i) => ids.indexOf(id) < i)
  if (repeated >= 0) throw refuse(`invoices.${repeated}.invoiceId`, 'Name each invoice once')
  const balances: InvoiceBalance[] = []
  for (const [i, id] of ids.entries()) {
    const invoice = await lockBalance(db, id)
    if (invoice.currency !== (balances[0] ?? invoice).currency) throw refuse(`invoices.${i}.invoiceId`, 'Choose invoices in one currency')
    if (invoice.status === 'draft') throw refuse(`invoices.${i}.invoiceId`, `${invoice.number} is a draft: send it first`)
    if (!(await haveCheckoutsClosed(db, id))) throw busy()
    balances.push(invoice)
  }
  return balances
}

/** Each gets what is due, or what is with its discount, until nothing is left. */
const divideAmong = (invoices: readonly InvoiceBalance[], amount: Amount, offers: Offers): Amount[] => {
  let left: number = amount
  return invoices.map(({ id, due }) => {
    const part = Math.min(offers.get(id)?.amount ?? due, left)
    left -= part
    return toAmount(part)
  })
}

type Divided = { invoice: InvoiceBalance; amount: Amount; earlyPaymentDiscount?: boolean }
/** By invoice, where discounts for early payment are taken. */
type Offers = ReadonlyMap<number, EarlyDiscountOffer>

/**
 * What is left beside the parts is paid beyond the total of the last invoice that they pay in full, where it is credit.
 * @throws AppError 400 at the amount of an invoice, or at that of all
 */
const divide = (
  invoices: readonly InvoiceBalance[],
  { amount, invoices: asked, earlyPaymentDiscount }: TransferInput,
  offers: Offers,
): { parts: Divided[]; credit: Amount } => {
  const { currency } = invoices[0]!
  const amounts = asked ? asked.map((part) => part.amount) : divideAmong(invoices, amount, offers)
  const parts: Divided[] = invoices
    .map((invoice, i) => ({ invoice, amount: amounts[i]!, earlyPaymentDiscount: offers.get(invoice.id)?.amount === amounts[i] }))
    .filter((part) => part.amount > 0)
  for (const [i, { invoice, amount: part }] of parts.entries()) {
    refuseAmount(part, currency, { path: `invoices.${i}.amount`, label: 'Amount' })
    if (part > invoice.due)
      throw refuse(
        `invoices.${i}.amount`,
        `Amount must be at most the balance due of ${invoice.number}, ${formatMoney(invoice.due, currency)}`,
      )
  }
  if (earlyPaymentDiscount && !parts.some((part) => part.earlyPaymentDiscount))
    throw refuse('earlyPaymentDiscount', 'None of the invoices is paid in time with its discount')
  const credit = toAmount(amount - sum(parts.map((part) => part.amount)))
  if (credit < 0)
    throw refuse('amount', `Amount must be at least that of the invoices, ${formatMoney(toAmount(amount - credit), currency)}`)
  const last = parts.findLast((part) => part.amount === part.invoice.due)
  if (credit > 0 && !last)
    throw refuse('amount', `${formatMoney(credit, currency)} is left: enter it at an invoice, or pay one in full, so that it can be credit`)
  if (credit > 0) last!.amount = toAmount(last!.amount + credit)
  return { parts, credit }
}

/** Money in advance: all of it is credit, until it is applied. */
const createRetainer = async (
  db: UserDb,
  customer: Customer,
  { amount, paymentDate, exchangeRate, homeAmount }: TransferInput,
): Promise<InvoiceBalance> => {
  const currency = customer.currency ?? (await getHomeCurrency(db))
  refuseAmount(amount, currency)
  const language = await getCustomerLanguage(db, customer.id)
  const parsed = invoiceInput.safeParse({
    ...{ customerId: customer.id, kind: 'retainer', currency, taxRate: '0', invoiceNumber: '-', drawNumber: true },
    ...{
      issueDate: paymentDate,
      dueDate: paymentDate,
      exchangeRate: homeAmount === undefined ? exchangeRate : deriveRate(homeAmount, amount),
    },
    lineItems: [{ description: documentLabels[language].retainerInvoice, quantity: '1', unitPrice: toDecimal(amount) }],
  })
  if (!parsed.success) throw refuse('amount', parsed.error.issues[0]!.message)
  const { id } = await createDraft(db, parsed.data)
  return lockBalance(db, id)
}

/** @throws AppError 400 for money that is placed already, or another amount */
const placeUnassigned = async (db: UserDb, { unassignedEntryId: id, amount, homeAmount }: TransferInput): Promise<void> => {
  if (id === undefined) return
  const entry = await takeUnassigned(db, id)
  if (!entry) throw refuse('unassignedEntryId', 'This money is a payment already, or was undone: choose another one')
  const came = formatMoney(entry.amount, await getHomeCurrency(db))
  if (homeAmount !== undefined && homeAmount !== entry.amount)
    throw refuse('homeAmount', `Amount in your currency must be what came, ${came}`)
  if (homeAmount === undefined && amount !== entry.amount) throw refuse('amount', `Amount must be what came, ${came}`)
}

type Recorded = z.output<typeof recordedTransfer>

const record = async (
  services: Services,
  db: UserDb,
  input: TransferInput,
  { parts, credit }: ReturnType<typeof divide>,
): Promise<Recorded> => {
  const { invoices: _, homeAmount, unassignedEntryId, earlyPaymentDiscount: __, ...payment } = input
  const { currency, homeCurrency } = parts[0]!.invoice
  const payments: Recorded['payments'] = []
  let done: Amount = zero
  for (const { invoice, amount, earlyPaymentDiscount } of parts) {
    const share = (part: number) => scale(homeAmount!, part, input.amount, homeCurrency)
    // On running sums, so that the parts are what was received.
    const value = homeAmount === undefined ? {} : { homeAmount: toAmount(share(done + amount) - share(done)) }
    const first = payments[0]?.id
    const part = { transferId: first, unassignedEntryId }
    const asked = { ...payment, ...value, amount, earlyPaymentDiscount }
    const { id, creditNoteId } = await recordPayment(services, db, invoice, asked, part)
    if (first === undefined && parts.length > 1)
      await db.rows('update payments set transfer_id = id where user_id = $1 and id = $2', [db.userId, id])
    const { due } = await lockBalance(db, invoice.id)
    payments.push({ id, invoice: { id: invoice.id, invoiceNumber: invoice.number }, amount, balanceDue: due, creditNoteId })
    done = toAmount(done + amount)
  }
  return { transferId: parts.length > 1 ? payments[0]!.id : null, currency, payments, credit }
}

const findParts = (db: UserDb, customerId: number, transferId: number) =>
  db.rows<{ id: number; invoiceId: number }>(
    `select p.id, p.document_id as "invoiceId" from payments p join documents d on d.user_id = $1 and d.id = p.document_id
     where p.user_id = $1 and p.transfer_id = $2 and p.status = 'succeeded' and d.customer_id = $3 order by p.document_id`,
    [db.userId, transferId, customerId],
  )

/** One transfer for several invoices of a customer. Each of them gets a payment of its own; together they are undone, or one by one. */
export const transferRoutes = (services: Services) => {
  const closeCheckouts = async (userId: number, invoiceIds: readonly number[]) => {
    requireWriteAccess('invoices')
    for (const id of invoiceIds) await closeInvoiceAttempts(services, userId, id).catch(toProviderUnavailableForOwner(services.log))
  }
  return [
    idempotentRoute(customersApi.recordPayment, async ({ user, params, body, today, idempotent }) => {
      const ids = await user.tx(async (db) => {
        const customer = await readCustomer(db, params.id)
        return body.invoices?.map(({ invoiceId }) => invoiceId) ?? findOpen(db, customer)
      })
      await closeCheckouts(user.id, ids)
      return user.tx((db) =>
        idempotent(db, async () => {
          const customer = await readCustomer(db, params.id)
          await placeUnassigned(db, body)
          const invoices = await lockInvoices(db, customer, ids)
          const offers = body.earlyPaymentDiscount ? await findOffers(db, invoices, body.paymentDate, today) : new Map()
          if (invoices.length > 0) return record(services, db, body, divide(invoices, body, offers))
          const retainer = await createRetainer(db, customer, body)
          return record(services, db, body, { parts: [{ invoice: retainer, amount: body.amount }], credit: body.amount })
        }),
      )
    }),

    idempotentRoute(customersApi.voidPayment, async ({ user, params, idempotent }) => {
      const transferId = parseRowId(params.transferId, 'Payment')
      const parts = await user.tx((db) => findParts(db, params.id, transferId))
      await closeCheckouts(
        user.id,
        parts.map(({ invoiceId }) => invoiceId),
      )
      return user.tx((db) =>
        idempotent(db, async () => {
          const standing = await findParts(db, params.id, transferId)
          if (standing.length === 0) throw notFound('Payment')
          for (const { id, invoiceId } of standing) {
            await lockBalance(db, invoiceId)
            if (!(await haveCheckoutsClosed(db, invoiceId))) throw busy()
            await takeDiscountBack(services, db, invoiceId, id)
            await voidManualPayment(services, db, invoiceId, id)
          }
        }),
      )
    }),
  ]
}
