import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import { payPath, reviewPath } from '#shared/paths.ts'
import { type ExportedTable, getExportTableName, selectJson } from './exported-table.ts'
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
export type ArchivePart = {
  file: string
  /** It holds one record (or null) instead of a list. */
  isOne: boolean
  /** Answers each record as `record`, with `given g` for the user, the day and the site's address. */
  sql: string
  tables: readonly ExportedTable[]
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
  within?: ExportedTable[]
  atOnce?: number
}

const part = (name: string, of: ExportedTable, shape: Shape = {}, sheets: readonly Sheet[] = []): ArchivePart => {
  const { further = {}, joins = '', where = '', order = 't.id', isOne = false, within = [], atOnce = 500 } = shape
  const owner = getExportTableName(of) === 'users' ? 'id' : 'user_id'
  return {
    file: `json/${name}.json`,
    isOne,
    sql: `select ${selectJson(of, 't', further)} as record from given g join ${getExportTableName(of)} t on t.${owner} = g.user_id ${joins}
          ${where && `where ${where}`} ${isOne ? '' : `order by ${order}`}`,
    tables: [of, ...within],
    sheets,
    atOnce,
  }
}

/** What stands in lists of their own inside a record. */
const nested = (of: ExportedTable, parent: string, order: string) =>
  `coalesce((select json_agg(${selectJson(of, 'l')} order by ${order}) from ${getExportTableName(of)} l where l.user_id = t.user_id and l.${parent} = t.id), '[]')`

// Looked up row by row, by both halves of their keys: a join may be planned by the user alone, and then meets each row with each.
const nameOfCustomer = (of: string) => `(select c.name from customers c where c.user_id = ${of}.user_id and c.id = ${of}.customer_id)`
const customerName = `coalesce(t.customer_as_sent ->> 'name', ${nameOfCustomer('t')})`
const publicUrl = (kind: 'invoice' | 'estimate', path: string) =>
  `case when t.status <> 'draft' then g.origin || '${path}' ||
     (select l.public_id from public_${kind}s l where l.user_id = t.user_id and l.${kind}_id = t.id) end`
const ofInvoice = (sql: string) => `(select ${sql} from invoices i where i.user_id = t.user_id and i.id = t.invoice_id)`

/** For records that may have a thousand lines, or tell of as many. */
const largeAtOnce = 5

const invoices: Shape = {
  further: {
    customerName,
    amountPaid: 'paid.net::text',
    balanceDue: "(case when t.status = 'paid' then 0 else greatest(t.total - paid.net, 0) end)::numeric(14,2)::text",
    publicUrl: publicUrl('invoice', payPath('')),
    lineItems: nested(kept.exportedInvoiceLines, 'invoice_id', 'l.position'),
  },
  joins: `cross join lateral (select ${paidSql('t')} as net) paid`,
  within: [kept.exportedInvoiceLines],
  atOnce: largeAtOnce,
}
const estimates: Shape = {
  further: {
    customerName,
    invoiceId: '(select i.id from invoices i where i.user_id = t.user_id and i.estimate_id = t.id)',
    publicUrl: publicUrl('estimate', reviewPath('')),
    lineItems: nested(kept.exportedEstimateLines, 'estimate_id', 'l.position'),
  },
  within: [kept.exportedEstimateLines],
  atOnce: largeAtOnce,
}
const standing = { where: 't.deleted_at is null' }
const deleted = { where: 't.deleted_at is not null' }

/** The files come first: what refers to them says where in the archive they are. */
export const filesPart: ArchivePart = part('files', kept.exportedFiles, { further: { key: 't.object_key' } })
export const invoicesPart: ArchivePart = part('invoices', kept.exportedInvoices, { ...invoices, ...standing }, [
  invoicesSheet,
  invoiceLinesSheet,
])
export const estimatesPart: ArchivePart = part('estimates', kept.exportedEstimates, { ...estimates, ...standing }, [
  estimatesSheet,
  estimateLinesSheet,
])

/** All JSON files of an archive, in their order. */
export const parts: readonly ArchivePart[] = [
  filesPart,
  part('account', kept.exportedUser, { isOne: true }),
  part('business-profile', kept.exportedProfile, { isOne: true }),
  part('invoice-numbering', kept.exportedInvoiceNumbering, { isOne: true }),
  part('estimate-numbering', kept.exportedEstimateNumbering, { isOne: true }),
  part('customers', kept.exportedCustomers, {}, [customersSheet]),
  part('items', kept.exportedItems, {}, [itemsSheet]),
  invoicesPart,
  estimatesPart,
  part('expenses', kept.exportedExpenses, { further: { customerName: nameOfCustomer('t') } }, [expensesSheet]),
  part(
    'payments',
    kept.exportedPayments,
    {
      further: {
        invoiceNumber: ofInvoice('i.invoice_number'),
        customerName: ofInvoice(`coalesce(i.customer_as_sent ->> 'name', ${nameOfCustomer('i')})`),
        returns: nested(kept.exportedReturns, 'payment_id', 'l.id'),
      },
      within: [kept.exportedReturns],
    },
    [paymentsSheet],
  ),
  part('refunds', kept.exportedRefunds),
  part('payment-attempts', kept.exportedAttempts, { order: 't.created_at, t.id' }),
  part('payment-accounts', kept.exportedCredentials, { order: 't.provider' }),
  part('payment-checks', kept.exportedChecks, { order: 't.provider' }),
  part('invoice-emails', kept.exportedInvoiceEmails),
  part('estimate-emails', kept.exportedEstimateEmails),
  part('statement-emails', kept.exportedStatementEmails),
  part('invoice-history', kept.exportedInvoiceEvents, { atOnce: largeAtOnce }),
  part('estimate-history', kept.exportedEstimateEvents, { atOnce: largeAtOnce }),
  part('security-events', kept.exportedSecurityEvents),
  part('api-tokens', kept.exportedApiTokens),
  part('deleted/invoices', kept.exportedInvoices, { ...invoices, ...deleted }),
  part('deleted/estimates', kept.exportedEstimates, { ...estimates, ...deleted }),
  part('deleted/records', kept.exportedDeletedRecords, { order: 't.kind, t.id' }),
]

/** How many files an archive has whatever is in it: the one to read first, and those of `parts`. */
export const fixedFiles: number = 1 + parts.reduce((count, { sheets }) => count + 1 + sheets.length, 0)
