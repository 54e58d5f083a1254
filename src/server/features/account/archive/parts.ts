import { payPath, reviewPath } from '#shared/paths.ts'
import { jsonOf, type Kept, nameOf } from './kept.ts'
import {
  customersSheet,
  estimateLinesSheet,
  estimatesSheet,
  expensesSheet,
  invoiceLinesSheet,
  invoicesSheet,
  itemsSheet,
  paymentsSheet,
  type Sheet,
} from './sheets.ts'
import * as kept from './tables.ts'

/** A JSON file of the archive, and the spreadsheets that are made of the same rows. */
export type Part = {
  file: string
  /** It holds one record (or null) instead of a list. */
  isOne: boolean
  /** Answers each record as `record`, with `given g` for the user, the day and the site's address. */
  sql: string
  tables: readonly Kept[]
  sheets: readonly Sheet[]
  /** So many of its records are in memory at a time. */
  atOnce: number
}

type Shape = {
  further?: Record<string, string>
  joins?: string
  where?: string
  order?: string
  isOne?: boolean
  within?: Kept[]
  atOnce?: number
}

const part = (name: string, of: Kept, shape: Shape = {}, sheets: readonly Sheet[] = []): Part => {
  const { further = {}, joins = '', where = '', order = 't.id', isOne = false, within = [], atOnce = 500 } = shape
  const owner = nameOf(of) === 'users' ? 'id' : 'user_id'
  return {
    file: `json/${name}.json`,
    isOne,
    sql: `select ${jsonOf(of, 't', further)} as record from given g join ${nameOf(of)} t on t.${owner} = g.user_id ${joins}
          ${where && `where ${where}`} ${isOne ? '' : `order by ${order}`}`,
    tables: [of, ...within],
    sheets,
    atOnce,
  }
}

/** What stands in lists of their own inside a record. */
const nested = (of: Kept, parent: string, order: string) =>
  `coalesce((select json_agg(${jsonOf(of, 'l')} order by ${order}) from ${nameOf(of)} l where l.user_id = t.user_id and l.${parent} = t.id), '[]')`

// Looked up row by row, by both halves of their keys: a join may be planned by the user alone, and then meets each row with each.
const nameOfCustomer = (of: string) => `(select c.name from customers c where c.user_id = ${of}.user_id and c.id = ${of}.customer_id)`
const customerName = `coalesce(t.customer_as_sent ->> 'name', ${nameOfCustomer('t')})`
const publicUrl = (kind: 'invoice' | 'estimate', path: string) =>
  `case when t.status <> 'draft' then g.origin || '${path}' ||
     (select l.public_id from public_${kind}s l where l.user_id = t.user_id and l.${kind}_id = t.id) end`
const ofInvoice = (sql: string) => `(select ${sql} from invoices i where i.user_id = t.user_id and i.id = t.invoice_id)`

/** For records that may have a thousand lines, or tell of as many. */
const largeAtOnce = 5

const received = `(select coalesce(sum(p.amount - p.refunded), 0)::numeric(14,2) as amount
  from payments p where p.user_id = t.user_id and p.invoice_id = t.id and p.status = 'succeeded')`
const invoices: Shape = {
  further: {
    customerName,
    amountPaid: 'paid.amount::text',
    balanceDue: "(case when t.status = 'paid' then 0 else greatest(t.total - paid.amount, 0) end)::numeric(14,2)::text",
    publicUrl: publicUrl('invoice', payPath('')),
    lineItems: nested(kept.keptInvoiceLines, 'invoice_id', 'l.position'),
  },
  joins: `cross join lateral ${received} paid`,
  within: [kept.keptInvoiceLines],
  atOnce: largeAtOnce,
}
const estimates: Shape = {
  further: {
    customerName,
    invoiceId: '(select i.id from invoices i where i.user_id = t.user_id and i.estimate_id = t.id)',
    publicUrl: publicUrl('estimate', reviewPath('')),
    lineItems: nested(kept.keptEstimateLines, 'estimate_id', 'l.position'),
  },
  within: [kept.keptEstimateLines],
  atOnce: largeAtOnce,
}
const standing = { where: 't.deleted_at is null' }
const deleted = { where: 't.deleted_at is not null' }

/** The files come first: what refers to them says where in the archive they are. */
export const filesPart: Part = part('files', kept.keptFiles, { further: { key: 't.object_key' } })
export const invoicesPart: Part = part('invoices', kept.keptInvoices, { ...invoices, ...standing }, [invoicesSheet, invoiceLinesSheet])
export const estimatesPart: Part = part('estimates', kept.keptEstimates, { ...estimates, ...standing }, [
  estimatesSheet,
  estimateLinesSheet,
])

/** All JSON files of an archive, in their order. */
export const parts: readonly Part[] = [
  filesPart,
  part('account', kept.keptUser, { isOne: true }),
  part('business-profile', kept.keptProfile, { isOne: true }),
  part('invoice-numbering', kept.keptInvoiceNumbering, { isOne: true }),
  part('estimate-numbering', kept.keptEstimateNumbering, { isOne: true }),
  part('customers', kept.keptCustomers, {}, [customersSheet]),
  part('items', kept.keptItems, {}, [itemsSheet]),
  invoicesPart,
  estimatesPart,
  part('expenses', kept.keptExpenses, { further: { customerName: nameOfCustomer('t') } }, [expensesSheet]),
  part(
    'payments',
    kept.keptPayments,
    {
      further: {
        invoiceNumber: ofInvoice('i.invoice_number'),
        customerName: ofInvoice(`coalesce(i.customer_as_sent ->> 'name', ${nameOfCustomer('i')})`),
        returns: nested(kept.keptReturns, 'payment_id', 'l.id'),
      },
      within: [kept.keptReturns],
    },
    [paymentsSheet],
  ),
  part('refunds', kept.keptRefunds),
  part('payment-attempts', kept.keptAttempts, { order: 't.created_at, t.id' }),
  part('payment-accounts', kept.keptCredentials, { order: 't.provider' }),
  part('payment-checks', kept.keptChecks, { order: 't.provider' }),
  part('invoice-emails', kept.keptInvoiceEmails),
  part('estimate-emails', kept.keptEstimateEmails),
  part('statement-emails', kept.keptStatementEmails),
  part('invoice-history', kept.keptInvoiceEvents, { atOnce: largeAtOnce }),
  part('estimate-history', kept.keptEstimateEvents, { atOnce: largeAtOnce }),
  part('security-events', kept.keptSecurityEvents),
  part('api-tokens', kept.keptApiTokens),
  part('deleted/invoices', kept.keptInvoices, { ...invoices, ...deleted }),
  part('deleted/estimates', kept.keptEstimates, { ...estimates, ...deleted }),
  part('deleted/records', kept.keptBin, { order: 't.kind, t.id' }),
]

/** How many files an archive has whatever is in it: the one to read first, and those of `parts`. */
export const fixedFiles: number = 1 + parts.reduce((count, { sheets }) => count + 1 + sheets.length, 0)
