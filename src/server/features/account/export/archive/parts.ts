import { getTableColumns } from 'drizzle-orm'
import { type Entity, entities } from '#server/domain/entities/entities.ts'
import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import { payPath, reviewPath } from '#shared/paths.ts'
import { type ExportedTable, getExportTableName, selectJson } from './exported-table.ts'
import {
  createEntitySheet,
  estimateLinesSheet,
  estimatesSheet,
  invoiceLinesSheet,
  invoicesSheet,
  paymentsSheet,
  type Sheet,
} from './sheets.ts'
import * as tables from './tables.ts'

/** A JSON file of the archive, and the spreadsheets that are made from the same rows. */
export type ArchivePart = {
  file: string
  /** The file contains a single record (or null) instead of a list. */
  isOne: boolean
  /** SELECT of each record as `record`; the relation `given g` has the user, the day and the origin of the site. */
  sql: string
  tables: readonly ExportedTable[]
  sheets: readonly Sheet[]
  /** Records in memory at a time. */
  batchSize: number
}

type Shape = {
  extraFields?: Record<string, string>
  joins?: string
  where?: string
  order?: string
  isOne?: boolean
  nestedTables?: ExportedTable[]
  atOnce?: number
}

const definePart = (name: string, of: ExportedTable, shape: Shape = {}, sheets: readonly Sheet[] = []): ArchivePart => {
  const { extraFields = {}, joins = '', where = '', order = 't.id', isOne = false, nestedTables = [], atOnce: batchSize = 500 } = shape
  const owner = getExportTableName(of) === 'users' ? 'id' : 'user_id'
  return {
    file: `json/${name}.json`,
    isOne,
    sql: `select ${selectJson(of, 't', extraFields)} as record from given g join ${getExportTableName(of)} t on t.${owner} = g.user_id ${joins}
          ${where && `where ${where}`} ${isOne ? '' : `order by ${order}`}`,
    tables: [of, ...nestedTables],
    sheets,
    batchSize,
  }
}

/** SQL of a list of child rows inside a record. */
const selectNested = (of: ExportedTable, parent: string, order: string) =>
  `coalesce((select json_agg(${selectJson(of, 'l')} order by ${order}) from ${getExportTableName(of)} l where l.user_id = t.user_id and l.${parent} = t.id), '[]')`

// Looked up row by row by their full keys: the planner may join by the user alone, and then compares each row with each.
const customerNameSql = (of: string) => `(select c.name from customers c where c.user_id = ${of}.user_id and c.id = ${of}.customer_id)`
const sentCustomerName = `coalesce(t.customer_as_sent ->> 'name', ${customerNameSql('t')})`
const publicUrlSql = (kind: 'invoice' | 'estimate', path: string) =>
  `case when t.status <> 'draft' then g.origin || '${path}' ||
     (select l.public_id from public_${kind}s l where l.user_id = t.user_id and l.${kind}_id = t.id) end`
const selectFromInvoice = (sql: string) => `(select ${sql} from invoices i where i.user_id = t.user_id and i.id = t.invoice_id)`

/** For records with up to a thousand lines. */
const largeRecordBatch = 5

const invoices: Shape = {
  extraFields: {
    customerName: sentCustomerName,
    amountPaid: 'paid.net::text',
    balanceDue: "(case when t.status = 'paid' then 0 else greatest(t.total - paid.net, 0) end)::numeric(14,2)::text",
    publicUrl: publicUrlSql('invoice', payPath('')),
    lineItems: selectNested(tables.exportedInvoiceLines, 'invoice_id', 'l.position'),
  },
  joins: `cross join lateral (select ${paidSql('t')} as net) paid`,
  nestedTables: [tables.exportedInvoiceLines],
  atOnce: largeRecordBatch,
}
const estimates: Shape = {
  extraFields: {
    customerName: sentCustomerName,
    invoiceId: '(select i.id from invoices i where i.user_id = t.user_id and i.estimate_id = t.id)',
    publicUrl: publicUrlSql('estimate', reviewPath('')),
    lineItems: selectNested(tables.exportedEstimateLines, 'estimate_id', 'l.position'),
  },
  nestedTables: [tables.exportedEstimateLines],
  atOnce: largeRecordBatch,
}
const notDeleted = { where: 't.deleted_at is null' }
const deleted = { where: 't.deleted_at is not null' }

/** The files come first, because records that refer to them contain their paths in the archive. */
export const filesPart: ArchivePart = definePart('files', tables.exportedFiles, { extraFields: { key: 't.object_key' } })
export const invoicesPart: ArchivePart = definePart('invoices', tables.exportedInvoices, { ...invoices, ...notDeleted }, [
  invoicesSheet,
  invoiceLinesSheet,
])
export const estimatesPart: ArchivePart = definePart('estimates', tables.exportedEstimates, { ...estimates, ...notDeleted }, [
  estimatesSheet,
  estimateLinesSheet,
])

/** A record with a customer has the customer's name too. */
const defineEntityPart = (entity: Entity): ArchivePart => {
  const extraFields = 'customerId' in getTableColumns(entity.table) ? { customerName: customerNameSql('t') } : {}
  return definePart(entity.tableName, tables.exportEntity(entity), { extraFields }, [createEntitySheet(entity)])
}

/** All JSON files of an archive, in order. */
export const parts: readonly ArchivePart[] = [
  filesPart,
  definePart('account', tables.exportedUser, { isOne: true }),
  definePart('business-profile', tables.exportedProfile, { isOne: true }),
  definePart('invoice-numbering', tables.exportedInvoiceNumbering, { isOne: true }),
  definePart('estimate-numbering', tables.exportedEstimateNumbering, { isOne: true }),
  ...entities.map(defineEntityPart),
  invoicesPart,
  estimatesPart,
  definePart(
    'payments',
    tables.exportedPayments,
    {
      extraFields: {
        invoiceNumber: selectFromInvoice('i.invoice_number'),
        customerName: selectFromInvoice(`coalesce(i.customer_as_sent ->> 'name', ${customerNameSql('i')})`),
        returns: selectNested(tables.exportedReturns, 'payment_id', 'l.id'),
      },
      nestedTables: [tables.exportedReturns],
    },
    [paymentsSheet],
  ),
  definePart('refunds', tables.exportedRefunds),
  definePart('payment-attempts', tables.exportedAttempts, { order: 't.created_at, t.id' }),
  definePart('payment-accounts', tables.exportedCredentials, { order: 't.provider' }),
  definePart('payment-checks', tables.exportedChecks, { order: 't.provider' }),
  definePart('invoice-emails', tables.exportedInvoiceEmails),
  definePart('estimate-emails', tables.exportedEstimateEmails),
  definePart('statement-emails', tables.exportedStatementEmails),
  definePart('invoice-history', tables.exportedInvoiceEvents, { atOnce: largeRecordBatch }),
  definePart('estimate-history', tables.exportedEstimateEvents, { atOnce: largeRecordBatch }),
  definePart('security-events', tables.exportedSecurityEvents),
  definePart('api-tokens', tables.exportedApiTokens),
  definePart('deleted/invoices', tables.exportedInvoices, { ...invoices, ...deleted }),
  definePart('deleted/estimates', tables.exportedEstimates, { ...estimates, ...deleted }),
  definePart('deleted/records', tables.exportedDeletedRecords, { order: 't.kind, t.id' }),
]

/** The number of files that every archive has: the README and those of `parts`. */
export const fixedFiles: number = 1 + parts.reduce((count, { sheets }) => count + 1 + sheets.length, 0)
