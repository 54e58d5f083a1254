import { getTableColumns } from 'drizzle-orm'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { type Entity, entities } from '#server/domain/entities/entities.ts'
import { invoicePaymentsSql } from '#server/domain/ledger/paid-sql.ts'
import { creditNotePath, payPath, reviewPath } from '#shared/paths.ts'
import * as bookTables from './book-tables.ts'
import { exportedAutomaticPayments, exportedCards } from './card-tables.ts'
import { type ExportedTable, getExportTableName, getFieldsSql, selectJson } from './exported-table.ts'
import * as messages from './message-tables.ts'
import * as overdue from './overdue-tables.ts'
import * as schedules from './recurring-tables.ts'
import {
  createEntitySheet,
  creditNoteSheets,
  estimateSheets,
  exchangeRatesSheet,
  invoiceSheets,
  paymentsSheet,
  type Sheet,
  taxRatesSheet,
} from './sheets.ts'
import * as tables from './tables.ts'

export type ArchivePart = {
  file: string
  isOne: boolean
  /** SELECT of each record as `record`. `$1` is the user; the row `g` has the day and the origin of the site, `$2` and `$3`. */
  sql: string
  tables: readonly ExportedTable[]
  sheets: readonly Sheet[]
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
    sql: `select ${selectJson(of, 't', extraFields)} as record
          from (select $2::date as today, $3::text as origin) g cross join ${getExportTableName(of)} t ${joins}
          where t.${owner} = $1 ${where && `and ${where}`} ${isOne ? '' : `order by ${order}`}`,
    tables: [of, ...nestedTables],
    sheets,
    batchSize,
  }
}

const selectNested = (of: ExportedTable, parent: string, order: string) =>
  `coalesce((select json_agg(${selectJson(of, 'l')} order by ${order}) from ${getExportTableName(of)} l where l.user_id = $1 and l.${parent} = t.id), '[]')`

// Looked up row by row by their full keys: the planner may join by the user alone, and then compares each row with each.
const customerNameSql = (of: string) => `(select c.name from customers c where c.user_id = $1 and c.id = ${of}.customer_id)`
const selectFromInvoice = (sql: string) => `(select ${sql} from documents i where i.user_id = $1 and i.id = t.document_id)`

/** Records can have up to a thousand lines. */
const largeRecordBatch = 5

const documentShape = (type: DocumentType['name'], publicPath: string): Shape & { extraFields: Record<string, string> } => ({
  extraFields: {
    customerName: `coalesce(t.customer_snapshot ->> 'name', ${customerNameSql('t')})`,
    taxRate: 'case when x.has_rates then null else coalesce(x.percent, 0)::numeric(5,2)::text end',
    taxIsCustom: 'coalesce(x.is_typed, false)',
    publicUrl: `case when t.status <> 'draft' then g.origin || '${publicPath}' ||
       (select l.public_id from public_links l where l.user_id = $1 and l.document_id = t.id) end`,
    lineItems: selectNested(tables.exportedLines, 'document_id', 'l.position'),
    taxes: selectNested(tables.exportedTaxes, 'document_id', 'l.group_no, l.component_no'),
  },
  joins: `cross join lateral (
    select bool_or(d.tax_rate_id is not null) as has_rates, max(d.percent) as percent, bool_or(d.is_typed) as is_typed
    from document_taxes d where d.user_id = $1 and d.document_id = t.id) x`,
  where: `t.type = '${type}'`,
  nestedTables: [tables.exportedLines, tables.exportedTaxes],
  atOnce: largeRecordBatch,
})
const invoiceShape = documentShape('invoice', payPath(''))
const invoices: Shape = {
  ...invoiceShape,
  extraFields: {
    ...invoiceShape.extraFields,
    amountPaid: 'paid.net::text',
    amountWrittenOff: 'paid."writtenOff"::text',
    amountCredited: 'paid.credited::text',
    creditApplied: 'paid.applied::text',
    balanceDue: `(case when t.status = 'paid' then 0.00 else greatest(t.total - paid.settled, 0.00) end)::text`,
    instalments: selectNested(bookTables.exportedInstalments, 'document_id', 'l.position'),
    writeOffs: selectNested(bookTables.exportedWriteOffs, 'document_id', 'l.id'),
    creditApplications: selectNested(bookTables.exportedCreditApplications, 'document_id', 'l.id'),
  },
  joins: `${invoiceShape.joins} cross join lateral ${invoicePaymentsSql('t')} paid`,
  nestedTables: [
    ...invoiceShape.nestedTables!,
    bookTables.exportedWriteOffs,
    bookTables.exportedCreditApplications,
    bookTables.exportedInstalments,
  ],
}
const estimateShape = documentShape('estimate', reviewPath(''))
const estimates: Shape = {
  ...estimateShape,
  extraFields: {
    ...estimateShape.extraFields,
    invoiceId:
      "(select i.id from documents i where i.user_id = $1 and i.source_document_id = t.id and i.invoice_kind = 'standard' order by i.deleted_at is not null, i.part_no desc limit 1)",
    ...getFieldsSql(tables.exportedResponses, 'r'),
  },
  joins: `${estimateShape.joins} left join estimate_responses r on r.user_id = $1 and r.document_id = t.id`,
  nestedTables: [...estimateShape.nestedTables!, tables.exportedResponses],
}
const creditNoteShape = documentShape('credit-note', creditNotePath(''))
const creditNotes: Shape = {
  ...creditNoteShape,
  extraFields: {
    ...creditNoteShape.extraFields,
    invoiceNumber: '(select i.number from documents i where i.user_id = $1 and i.id = t.credited_invoice_id)',
    refunds: selectNested(bookTables.exportedCreditRefunds, 'document_id', 'l.id'),
  },
  nestedTables: [...creditNoteShape.nestedTables!, bookTables.exportedCreditRefunds],
}
const undeleted = (shape: Shape): Shape => ({ ...shape, where: `${shape.where} and t.deleted_at is null` })
const deleted = (shape: Shape): Shape => ({ ...shape, where: `${shape.where} and t.deleted_at is not null` })

/** First, because records that refer to files contain their paths in the archive. */
export const filesPart: ArchivePart = definePart('files', tables.exportedFiles, {
  extraFields: { key: 't.object_key' },
  // An upload becomes one of the others, or is deleted.
  where: "t.purpose <> 'upload'",
})
export const invoicesPart: ArchivePart = definePart('invoices', tables.exportedInvoices, undeleted(invoices), invoiceSheets)
export const estimatesPart: ArchivePart = definePart('estimates', tables.exportedEstimates, undeleted(estimates), estimateSheets)

export const creditNotesPart: ArchivePart = definePart('credit-notes', tables.exportedCreditNotes, creditNotes, creditNoteSheets)

/** A record with a customer or a tax rate has its name too. */
const defineEntityPart = (entity: Entity): ArchivePart => {
  const columns = getTableColumns(entity.table)
  const extraFields = {
    ...('customerId' in columns && { customerName: customerNameSql('t') }),
    ...('taxRateId' in columns && { taxRateName: '(select r.name from tax_rates r where r.user_id = $1 and r.id = t.tax_rate_id)' }),
  }
  return definePart(entity.tableName, tables.exportEntity(entity), { extraFields }, [createEntitySheet(entity)])
}

const emailsOf = (type: DocumentType['name']): Shape => ({
  joins: `join documents d on d.user_id = $1 and d.id = t.document_id and d.type = '${type}'`,
})

export const parts: readonly ArchivePart[] = [
  filesPart,
  definePart('account', tables.exportedUser, { isOne: true }),
  definePart('business-profile', tables.exportedProfile, { isOne: true }),
  definePart(
    'tax-rates',
    tables.exportedTaxRates,
    {
      extraFields: { components: selectNested(tables.exportedTaxRateComponents, 'tax_rate_id', 'l.position') },
      nestedTables: [tables.exportedTaxRateComponents],
    },
    [taxRatesSheet],
  ),
  definePart('exchange-rates', tables.exportedExchangeRates, { order: 't.day desc, t.currency' }, [exchangeRatesSheet]),
  definePart('invoice-numbering', tables.exportedNumbering, { isOne: true, where: "t.type = 'invoice'" }),
  definePart('estimate-numbering', tables.exportedNumbering, { isOne: true, where: "t.type = 'estimate'" }),
  definePart('credit-note-numbering', tables.exportedNumbering, { isOne: true, where: "t.type = 'credit-note'" }),
  ...entities.map(defineEntityPart),
  invoicesPart,
  estimatesPart,
  creditNotesPart,
  definePart('recurring-invoices', schedules.exportedRecurring, {
    extraFields: {
      customerName: customerNameSql('t'),
      versions: selectNested(schedules.exportedRecurringVersions, 'recurring_id', 'l.valid_from'),
      runs: selectNested(schedules.exportedRecurringRuns, 'recurring_id', 'l.day'),
    },
    nestedTables: [schedules.exportedRecurringVersions, schedules.exportedRecurringRuns],
  }),
  definePart('scheduled-sends', schedules.exportedScheduledSends, { order: 't.document_id' }),
  definePart('statement-schedule', schedules.exportedStatementSchedule, { isOne: true }),
  definePart('statement-runs', schedules.exportedStatementRuns, {
    order: 't.period desc',
    extraFields: {
      customers: `coalesce((select json_agg(${selectJson(schedules.exportedStatementRunCustomers, 'l')} order by l.customer_id)
        from statement_run_customers l where l.user_id = $1 and l.period = t.period), '[]')`,
    },
    nestedTables: [schedules.exportedStatementRunCustomers],
    atOnce: largeRecordBatch,
  }),
  definePart('reminder-settings', overdue.exportedReminderSettings, { isOne: true }),
  definePart('reminder-rules', overdue.exportedReminderRules, { order: 't.offset_days' }),
  definePart('reminders', overdue.exportedReminders),
  definePart('reminder-emails', overdue.exportedReminderEmails),
  definePart('reminder-opt-outs', overdue.exportedReminderOptOuts),
  definePart('late-fee-rules', overdue.exportedLateFeeRules),
  definePart('late-fees', overdue.exportedLateFees, { order: 't.invoice_id, t.rule_id, t.occurrence' }),
  definePart('saved-cards', exportedCards, {
    extraFields: {
      customerName: customerNameSql('t'),
      automaticPayments: selectNested(exportedAutomaticPayments, 'card_id', 'l.document_id'),
    },
    nestedTables: [exportedAutomaticPayments],
  }),
  definePart(
    'payments',
    tables.exportedPayments,
    {
      extraFields: {
        invoiceNumber: selectFromInvoice('i.number'),
        customerName: selectFromInvoice(`coalesce(i.customer_snapshot ->> 'name', ${customerNameSql('i')})`),
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
  definePart('invoice-emails', messages.exportedInvoiceEmails, emailsOf('invoice')),
  definePart('estimate-emails', messages.exportedEstimateEmails, emailsOf('estimate')),
  definePart('credit-note-emails', messages.exportedCreditNoteEmails, emailsOf('credit-note')),
  definePart('statement-emails', messages.exportedStatementEmails),
  definePart('bounced-addresses', messages.exportedBouncedAddresses),
  definePart('invoice-history', messages.exportedInvoiceEvents, { where: "t.subject_type = 'invoice'", atOnce: largeRecordBatch }),
  definePart('estimate-history', messages.exportedEstimateEvents, { where: "t.subject_type = 'estimate'", atOnce: largeRecordBatch }),
  definePart('credit-note-history', messages.exportedCreditNoteEvents, {
    where: "t.subject_type = 'credit-note'",
    atOnce: largeRecordBatch,
  }),
  definePart('record-history', messages.exportedRecordEvents, {
    where: "t.subject_type not in ('invoice', 'estimate', 'credit-note')",
    atOnce: largeRecordBatch,
  }),
  definePart('journal', bookTables.exportedEntries, {
    extraFields: { lines: selectNested(bookTables.exportedEntryLines, 'entry_id', 'l.position') },
    nestedTables: [bookTables.exportedEntryLines],
  }),
  definePart('closings', bookTables.exportedClosings),
  definePart('security-events', tables.exportedSecurityEvents),
  definePart('api-tokens', tables.exportedApiTokens),
  definePart('deleted/invoices', tables.exportedInvoices, deleted(invoices)),
  definePart('deleted/estimates', tables.exportedEstimates, deleted(estimates)),
  definePart('deleted/records', tables.exportedDeletedRecords, { order: 't.kind, t.id' }),
]

/** Of every archive: the README and those of `parts`. */
export const fixedFiles: number = 1 + parts.reduce((count, { sheets }) => count + 1 + sheets.length, 0)
