import { z } from 'zod'
import { chartOfAccounts } from '#shared/accounts.ts'
import { entryKinds, journalFormats } from '#shared/books.ts'
import { adding, find, findFile, get, inLane, limited, list, post } from '#shared/endpoint.ts'
import type { Amount } from '#shared/money.ts'
import { bases } from '#shared/reports.ts'
import { textLimits } from '#shared/text-limits.ts'
import { booksEndpoints } from './endpoints/books.ts'
import {
  amount,
  calendarDay,
  currency,
  dayInput,
  documentDayInput,
  exchangeRateInput,
  instant,
  moneyDayInput,
  optionalText,
  orNone,
  requiredText,
  rowId,
  signedAmountInput,
  sum,
} from './fields.ts'
import { paging, searchFilter } from './lists.ts'

export const journalQuery = z
  .strictObject({
    format: z.enum(journalFormats, `format must be one of ${journalFormats.join(', ')}`),
    basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
    from: dayInput('From').optional(),
    to: dayInput('To').optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The end date is before the start date',
    path: ['to'],
  })

export const healthFinding = z.object({
  check: z.string(),
  row: z.string(),
  problem: z.string(),
  path: z.string().nullable(),
})

export const booksHealth = z.object({
  /** `looked`: checked rows or figures. */
  checks: z.array(z.object({ group: z.string(), name: z.string(), looked: z.int(), wrong: z.int() })),
  findings: z.array(healthFinding),
  isCut: z.boolean(),
})
export type BooksHealthWire = z.input<typeof booksHealth>

const basis = z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional()
const refuseReversedDays = <S extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>>(schema: S) =>
  schema.refine(({ from, to }) => !from || !to || from <= to, { message: 'The end date is before the start date', path: ['to'] })
const accountNumber = z
  .string('account must be a number of the chart of accounts')
  .regex(/^\d{4}$/, 'account must be a number of the chart of accounts')
  .transform(Number)
  .refine((number) => chartOfAccounts.some((account) => account.number === number), 'account must be a number of the chart of accounts')

export const entriesQuery = refuseReversedDays(
  z.strictObject({
    basis,
    from: dayInput('From').optional(),
    to: dayInput('To').optional(),
    kind: z.enum(entryKinds, `kind must be one of ${entryKinds.join(', ')}`).optional(),
    account: accountNumber.optional(),
    ...searchFilter,
    ...paging,
  }),
)

const posting = z.object({ account: z.int(), debit: amount.nullable(), credit: amount.nullable() })

/** As posted, with its postings on the basis that was asked for. */
export const journalEntry = z.object({
  /** Entries are numbered without gaps, in the order of posting. */
  id: z.int(),
  day: calendarDay,
  kind: z.enum(entryKinds),
  reference: z.string().nullable(),
  name: z.string().nullable(),
  description: z.string(),
  /** Set where the books of that day were closed. */
  eventDay: calendarDay.nullable(),
  /** The entry that this one reverses, and the one that reverses it. */
  reversesId: z.int().nullable(),
  reversedById: z.int().nullable(),
  postedAt: instant,
  /** Of an entry that was made by hand, for undoing it. */
  manualEntryId: z.int().nullable(),
  postings: z.array(posting),
  path: z.string().nullable(),
})
export type JournalEntryWire = z.input<typeof journalEntry>

export const accountQuery = refuseReversedDays(
  z.strictObject({ basis, from: dayInput('From').optional(), to: dayInput('To').optional(), ...paging }),
)

/** Oldest first. A balance is positive on the side where the account grows. */
export const ledgerAccount = z.object({
  number: z.int(),
  opening: sum,
  closing: sum,
  /** Of sales tax payable: the parts of the closing balance by tax, such as 'GST 5%'. */
  taxes: z.array(z.object({ name: z.string(), closing: sum })),
  rows: z.array(
    z.object({
      entryId: z.int(),
      day: calendarDay,
      kind: z.enum(entryKinds),
      reference: z.string().nullable(),
      name: z.string().nullable(),
      description: z.string(),
      debit: amount.nullable(),
      credit: amount.nullable(),
      balance: sum,
      path: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type LedgerAccountWire = z.input<typeof ledgerAccount>

export const balancesQuery = z.strictObject({ basis, day: dayInput('Day') })

/** At the end of a day: a trial balance, from which the balance sheet is made. */
export const accountBalances = z.object({
  accounts: z.array(
    z.object({
      number: z.int(),
      debit: sum.nullable(),
      credit: sum.nullable(),
    }),
  ),
})
export type AccountBalancesWire = z.input<typeof accountBalances>

export const bookClosing = z.object({
  id: z.int(),
  throughDay: calendarDay,
  closedBy: z.string(),
  closedAt: instant,
  reopenedAt: instant.nullable(),
  reopenedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** SHA-256 of the entries up to that day. */
  journalHash: z.string(),
})
export type BookClosingWire = z.input<typeof bookClosing>

export const bookClosings = z.object({
  closedThrough: calendarDay.nullable(),
  closings: z.array(bookClosing),
})
export type BookClosingsWire = z.input<typeof bookClosings>

const throughDay = moneyDayInput('Through')
export const closingPreviewQuery = z.strictObject({ throughDay })
/** It does not prevent the closing. */
export const closingPreview = z.object({
  drafts: z.array(z.object({ id: z.int(), invoiceNumber: z.string(), customerName: z.string(), issueDate: calendarDay, total: amount })),
  draftCount: z.int(),
  reviews: z.array(z.object({ id: z.int(), invoiceNumber: z.string(), customerName: z.string() })),
  reviewCount: z.int(),
  entryCount: z.int(),
})
export type ClosingPreviewWire = z.input<typeof closingPreview>

export const closingInput = z.strictObject({ throughDay })
export const reopenInput = z.strictObject({ reason: requiredText('Reason', textLimits.closingReason) })

export const openingBalanceFields = z.strictObject({
  customerId: rowId('Customer'),
  /** With its tax. Below zero it is credit of the customer. */
  amount: signedAmountInput('Open amount', 'Open amount must not be 0. Enter what the customer owed, or a negative amount for credit'),
  /** That of the business, whatever the customer's is: the books begin in it. */
  currency: orNone(currency),
  /** Home units per unit of another currency; without one the rate of the day. */
  exchangeRate: orNone(exchangeRateInput),
  /** Of the old invoice. It is part of the amount. */
  taxRateId: orNone(rowId('Tax rate')),
  day: moneyDayInput('As of'),
  /** Credit has none. */
  dueDate: orNone(documentDayInput('Due date')),
  /** Without one, the next number for opening balances. */
  reference: optionalText('Invoice number', textLimits.documentNumber),
})

type Dated = { amount: Amount; dueDate?: string | null | undefined }
export const checkOpeningBalance = ({ amount, dueDate }: Dated, { addIssue }: z.RefinementCtx): void => {
  if (amount > 0 && !dueDate) addIssue({ code: 'custom', path: ['dueDate'], message: 'Due date is required' })
}

/** What a customer owed when the business moved in: an open invoice that is no sale; or credit that the customer had. */
export const openingBalanceInput = openingBalanceFields.superRefine(checkOpeningBalance)
export const openingBalance = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  day: calendarDay,
  dueDate: calendarDay.nullable(),
  currency,
  exchangeRate: z.string(),
  amount,
  taxAmount: amount,
  balanceDue: amount,
})
export type OpeningBalanceWire = z.input<typeof openingBalance>

export const booksApi = {
  journal: findFile(booksEndpoints.journal, journalQuery),
  /** Recomputes every total, balance, entry and report figure. */
  health: limited('checks of the books', inLane('checks', get(booksEndpoints.health, booksHealth))),
  entries: list(booksEndpoints.entries, entriesQuery, journalEntry),
  entry: get(booksEndpoints.entry, journalEntry),
  account: find(booksEndpoints.account, accountQuery, ledgerAccount),
  balances: find(booksEndpoints.balances, balancesQuery, accountBalances),
  closings: get(booksEndpoints.closings, bookClosings),
  closingPreview: find(booksEndpoints.closingPreview, closingPreviewQuery, closingPreview),
  close: post(booksEndpoints.close, closingInput, bookClosing, { status: 201 }),
  reopen: post(booksEndpoints.reopen, reopenInput, bookClosing),
  openingBalances: list(booksEndpoints.openingBalances, z.strictObject(paging), openingBalance),
  createOpeningBalance: adding('copy', post(booksEndpoints.createOpeningBalance, openingBalanceInput, openingBalance, { status: 201 })),
}
