import type { ExpenseFacts, InvoiceFacts, Movement, TaxGroup } from '#server/domain/ledger/journal/facts.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { cents, divide, homeZero, toHomeAmount } from '#shared/money.ts'
import { formatHundredths as toDecimal } from '#shared/rates.ts'
import { type RandomInvoice, type RandomLedger, type RandomWriteOff, taxRates } from './random-ledger.ts'

const homeCents = (hundredths: number) => toHomeAmount(cents(hundredths))

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
/** Inserts rows in the given order, so that their ids ascend. */
const insert = async (db: UserDb, into: string, shape: string, rows: readonly object[]) =>
  ids(
    await db.rows<{ id: number }>(`insert into ${into} select $1, r.* from jsonb_to_recordset($2) as r(${shape}) returning id`, [
      db.userId,
      JSON.stringify(rows),
    ]),
  )

const getTotal = ({ subtotal, tax, rounding }: RandomInvoice) => subtotal + tax + rounding

/** The sales tax in a write-off that is taken back. */
const getTaxPart = ({ tax, ...invoice }: RandomInvoice, { amount, recoversTax }: RandomWriteOff) =>
  recoversTax && tax > 0 ? Number(divide(BigInt(tax) * BigInt(amount), BigInt(getTotal({ tax, ...invoice })))) : 0

/** A line for each group. */
const toLines = ({ groups, subtotal, rounding }: RandomInvoice) =>
  groups.length === 0
    ? [{ position: 1, total: toDecimal(subtotal), net: toDecimal(subtotal) }]
    : groups.map(({ net, taxes }, i) => {
        const gross = taxes.reduce((sum, { amount }) => sum + amount, net) + (i === 0 ? rounding : 0)
        return { position: i + 1, total: toDecimal(rounding === 0 ? net : gross), net: toDecimal(net) }
      })

const toTaxes = ({ groups, rate, tax, subtotal, taxIsCustom }: RandomInvoice, rateIds: readonly number[]) => {
  const own = { group_no: 1, component: 1, percent: toDecimal(rate), base: toDecimal(subtotal), amount: toDecimal(tax), typed: taxIsCustom }
  if (groups.length === 0) return rate === 0 && tax === 0 ? [] : [{ ...own, compound: false }]
  return groups.flatMap((group, i) =>
    group.taxes.map(({ base, amount }, j) => {
      const { name, percent, isCompound } = taxRates[group.rate!]!.components[j]!
      return {
        ...{ group_no: i + 1, component: j + 1, rate: rateIds[group.rate!], name, percent: percent / 1000, compound: isCompound },
        ...{ base: toDecimal(base), amount: toDecimal(amount), typed: false },
      }
    }),
  )
}

const toTaxGroups = ({ groups, rate, tax, subtotal }: RandomInvoice, rateIds: readonly number[]): TaxGroup[] => {
  const percent = rate === 0 ? null : `${toDecimal(rate)}00`
  const ownTaxes = rate === 0 && tax === 0 ? [] : [{ component: null, percent, amount: homeCents(tax) }]
  if (groups.length === 0) return [{ taxRateId: null, percent, net: homeCents(subtotal), taxes: ownTaxes }]
  return groups.map((group) => ({
    taxRateId: group.rate === null ? null : rateIds[group.rate]!,
    percent: null,
    net: homeCents(group.net),
    taxes: group.taxes.map(({ amount }, j) => ({
      ...{ component: j + 1, percent: (taxRates[group.rate!]!.components[j]!.percent / 1000).toFixed(4), amount: homeCents(amount) },
    })),
  }))
}

/** Invoices and expenses as the ledger sees them: of deleted invoices only the movements of a provider. */
export type LedgerDocuments = { invoices: InvoiceFacts[]; expenses: ExpenseFacts[] }

/**
 * Inserts a ledger as the user's own rows, and posts it. Run it in `Database.asUser`.
 * @returns the same documents as the ledger sees them
 */
export const insertLedger = async (db: UserDb, { customers, invoices, expenses }: RandomLedger): Promise<LedgerDocuments> => {
  const customerIds = await insert(
    db,
    'customers (user_id, name)',
    'name text',
    customers.map((name) => ({ name })),
  )
  const rateIds = await insert(
    db,
    'tax_rates (user_id, name, category, exemption_reason)',
    'name text, category text, reason text',
    taxRates.map(({ name }) => (name === 'Exempt' ? { name, category: 'E', reason: 'Education' } : { name })),
  )
  await db.rows(
    `insert into tax_rate_components (user_id, tax_rate_id, position, name, percent, is_compound)
     select $1, r.* from jsonb_to_recordset($2) as r(rate bigint, position int, name text, percent numeric, compound boolean)`,
    [
      db.userId,
      JSON.stringify(
        taxRates.flatMap(({ components }, rate) =>
          components.map(({ name, percent, isCompound }, i) => ({
            ...{ rate: rateIds[rate], position: i + 1, name, percent: percent / 1000, compound: isCompound },
          })),
        ),
      ),
    ],
  )
  const invoiceIds = await insert(
    db,
    `documents (user_id, type, customer_id, number, status, issue_date, due_date, prices_include_tax, subtotal, net_amount, tax_amount, rounding, total, home_total,
     deleted_at)`,
    `type text, customer bigint, number text, status text, issue date, due date, gross boolean, subtotal numeric, net numeric, tax numeric, rounding numeric,
     total numeric, home numeric, deleted timestamptz`,
    invoices.map((invoice) => ({
      type: 'invoice',
      customer: customerIds[invoice.customer],
      number: invoice.number,
      status: invoice.status,
      issue: invoice.issueDate,
      due: invoice.dueDate,
      gross: invoice.rounding !== 0,
      subtotal: toDecimal(invoice.rounding === 0 ? invoice.subtotal : getTotal(invoice)),
      net: toDecimal(invoice.subtotal),
      tax: toDecimal(invoice.tax),
      rounding: toDecimal(invoice.rounding),
      total: toDecimal(getTotal(invoice)),
      home: toDecimal(getTotal(invoice)),
      deleted: invoice.isDeleted ? `${invoice.issueDate}T12:00:00Z` : null,
    })),
  )
  await db.rows(
    `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, tax_group, amount, total, net)
     select $1, document, position, 'Work', sign(total + 0.001), abs(total), position, total, total, net
     from jsonb_to_recordset($2) as r(document bigint, position int, total numeric, net numeric)`,
    [db.userId, JSON.stringify(invoices.flatMap((invoice, i) => toLines(invoice).map((line) => ({ document: invoiceIds[i], ...line }))))],
  )
  await db.rows(
    `insert into document_taxes (user_id, document_id, group_no, component_no, tax_rate_id, name, percent, is_compound, base, amount, is_typed)
     select $1, r.* from jsonb_to_recordset($2) as r(document bigint, group_no int, component int, rate bigint, name text, percent numeric, compound boolean,
       base numeric, amount numeric, typed boolean)`,
    [
      db.userId,
      JSON.stringify(invoices.flatMap((invoice, i) => toTaxes(invoice, rateIds).map((tax) => ({ document: invoiceIds[i], ...tax })))),
    ],
  )
  await db.rows(
    `insert into public_links (public_id, user_id, document_id, type) select replace(gen_random_uuid()::text, '-', ''), $1, unnest($2::bigint[]), 'invoice'`,
    [db.userId, invoiceIds],
  )
  const payments = invoices.flatMap(({ payments }, at) => payments.map((payment) => ({ ...payment, at })))
  const paymentIds = await insert(
    db,
    'payments (user_id, document_id, amount, payment_date, payment_method, provider, status, fee, refunded)',
    'invoice bigint, amount numeric, day date, method text, provider text, status text, fee numeric, refunded numeric',
    payments.map(({ at, amount, day, provider, status, fee, returns }) => ({
      invoice: invoiceIds[at],
      amount: toDecimal(amount),
      day,
      method: provider === 'manual' ? 'Cash' : provider === 'stripe' ? 'card' : 'paypal',
      provider,
      status,
      fee: provider === 'manual' ? null : toDecimal(fee),
      refunded: toDecimal(returns.reduce((sum, back) => sum + back.amount, 0)),
    })),
  )
  const refunds = payments.flatMap(({ returns }, at) => returns.map((back) => ({ ...back, at })))
  const returnIds = await insert(
    db,
    'movements (user_id, kind, document_id, payment_id, day, amount, currency)',
    'kind text, invoice bigint, payment bigint, day date, amount numeric, currency text',
    refunds.map(({ at, day, amount }) => ({
      ...{
        kind: 'refund',
        invoice: invoiceIds[payments[at]!.at],
        payment: paymentIds[at],
        day,
        amount: toDecimal(amount),
        currency: 'USD',
      },
    })),
  )
  const writeOffs = invoices.flatMap((invoice, at) =>
    invoice.writeOffs.map((writeOff) => ({ ...writeOff, at, taxPart: getTaxPart(invoice, writeOff) })),
  )
  const writeOffIds = await insert(
    db,
    'movements (user_id, kind, document_id, amount, currency, tax_part, day, reversed_at, reversal_day, reversed_by)',
    'kind text, invoice bigint, amount numeric, currency text, tax numeric, day date, reversed timestamptz, "on" date, by text',
    writeOffs.map(({ at, amount, taxPart, day, reversedOn }) => ({
      ...{ kind: 'write-off', invoice: invoiceIds[at], amount: toDecimal(amount), currency: 'USD', tax: toDecimal(taxPart), day },
      ...(reversedOn === null
        ? { reversed: null, on: null, by: null }
        : { reversed: `${reversedOn}T12:00:00Z`, on: reversedOn, by: 'owner' }),
    })),
  )
  const expenseIds = await insert(
    db,
    'expenses (user_id, category, vendor, description, amount, expense_date)',
    'category text, vendor text, description text, amount numeric, day date',
    expenses.map((expense) => ({ ...expense, amount: toDecimal(expense.amount) })),
  )

  const movements = invoices.map((): Movement[] => [])
  payments.forEach(({ at, amount, day, provider, status, fee }, i) => {
    if (status === 'succeeded' && !(provider === 'manual' && invoices[at]!.isDeleted))
      movements[at]!.push({
        kind: 'payment',
        sourceId: paymentIds[i]!,
        day,
        amount: cents(amount),
        homeAmount: homeCents(amount),
        provider,
        fee: homeCents(provider === 'manual' ? 0 : fee),
      })
  })
  refunds.forEach(({ at, day, amount }, i) => {
    const { at: invoice, provider } = payments[at]!
    if (!(provider === 'manual' && invoices[invoice]!.isDeleted))
      movements[invoice]!.push({
        kind: 'refund',
        sourceId: returnIds[i]!,
        day,
        amount: cents(amount),
        homeAmount: homeCents(amount),
        provider,
        fee: homeZero,
      })
  })
  await postAll(db)
  return {
    invoices: invoices.map((invoice, i) => ({
      id: invoiceIds[i]!,
      number: invoice.number,
      customerId: customerIds[invoice.customer]!,
      customerName: customers[invoice.customer]!,
      issueDate: invoice.issueDate,
      ...{ currency: 'USD' as const, homeCurrency: 'USD' as const, exchangeRate: '1' },
      total: cents(getTotal(invoice)),
      homeTotal: homeCents(getTotal(invoice)),
      withheld: cents(0),
      groups: toTaxGroups(invoice, rateIds),
      rounding: homeCents(invoice.rounding),
      isIssued: !invoice.isDeleted && invoice.status !== 'draft',
      isPaid: invoice.status === 'paid',
      isOpeningBalance: false,
      isLateFee: false,
      isDeposit: false,
      deductions: [],
      movements: movements[i]!,
      creditNotes: [],
      writeOffs:
        invoice.isDeleted || invoice.status === 'draft'
          ? []
          : writeOffs.flatMap(({ at, amount, taxPart, day, reversedOn }, j) =>
              at === i
                ? [{ id: writeOffIds[j]!, day, amount: cents(amount), homeAmount: homeCents(amount), recoversTax: taxPart > 0, reversedOn }]
                : [],
            ),
    })),
    expenses: expenses.map(({ amount, ...expense }, i) => ({
      ...expense,
      id: expenseIds[i]!,
      amount: homeCents(amount),
      customerId: null,
    })),
  }
}
