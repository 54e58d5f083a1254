import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { type Entity, entities } from '#modules/entities.ts'
import { type DocumentType, documentTypes } from '#server/domain/documents/document-type.ts'
import { invoicePaymentsSql } from '#server/domain/ledger/paid-sql.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { getMark } from '#server/platform/db/schema/columns.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { getPublicPath } from '#shared/paths.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'
import { type ExportedTable, exportTable, getFieldsSql, getOrder, selectJson, selectNested } from './exported-table.ts'
import {
  createDocumentSheets,
  createEntitySheet,
  exchangeRatesSheet,
  type OwnColumns,
  paymentsSheet,
  type Sheet,
  taxRatesSheet,
} from './sheets.ts'

export type ArchivePart = {
  file: string
  isOne: boolean
  /** SELECT of each record as `record`. `$1` is the user; the row `g` has the day and the origin of the site, `$2` and `$3`. */
  sql: string
  tables: readonly ExportedTable[]
  sheets: readonly Sheet[]
  batchSize: number
  /** Its records are drawn as PDFs. */
  drawn?: DocumentType
}

type ColumnOf<T extends PgTable> = keyof T['_']['columns'] & string
/** What differs from a file that is named like its table, with its columns, in the order of its key. A row has the alias `t`. */
type Shape<C extends string = string> = {
  file?: string
  isOne?: true
  nameByColumn?: { readonly [Column in C]?: string }
  sqlByColumn?: { readonly [Column in C]?: string }
  /** In SQL; or a table, for its rows that refer to the record. */
  extraFields?: Readonly<Record<string, string | PgTable>>
  joins?: string
  where?: string
  order?: string
  sheets?: readonly Sheet[]
  batchSize?: number
  /** Further tables whose columns are among the fields. */
  tables?: readonly ExportedTable[]
}

/** Records can have up to a thousand lines. */
const largeRecordBatch = 5

// Looked up row by row by their full keys: the planner may join by the user alone, and then compares each row with each.
const customerNameSql = (of: string) => `(select c.name from customers c where c.user_id = $1 and c.id = ${of}.customer_id)`
const selectFromInvoice = (sql: string) => `(select ${sql} from documents i where i.user_id = $1 and i.id = t.document_id)`
/** Amounts are numbers in the JSON of a deleted record. */
const amountAsText = (name: string) =>
  `case when t.record ? '${name}' then jsonb_build_object('${name}', t.record ->> '${name}') else '{}' end`

const shape = <T extends PgTable>(table: T, of: Shape<ColumnOf<T>>): [PgTable, Shape] => [table, of]
const ofInvoice = { documentId: 'invoiceId' } as const

/** A record with a customer or a tax rate has its name too. */
const shapeEntity = (entity: Entity) => {
  const columns = getTableColumns(entity.table)
  return shape<PgTable>(entity.table, {
    extraFields: {
      ...('customerId' in columns && { customerName: customerNameSql('t') }),
      ...('taxRateId' in columns && { taxRateName: '(select r.name from tax_rates r where r.user_id = $1 and r.id = t.tax_rate_id)' }),
    },
    sheets: [createEntitySheet(entity)],
  })
}

const shapes: ReadonlyMap<PgTable, Shape> = new Map([
  shape(schema.files, {
    extraFields: { key: 't.object_key' },
    // An upload becomes one of the others, or is deleted.
    where: "t.purpose <> 'upload'",
  }),
  shape(schema.users, { file: 'account', isOne: true }),
  shape(schema.businessProfiles, { file: 'business-profile', isOne: true }),
  shape(schema.taxRates, { extraFields: { components: schema.taxRateComponents }, sheets: [taxRatesSheet] }),
  shape(schema.exchangeRates, { order: 't.day desc, t.currency', sheets: [exchangeRatesSheet] }),
  ...entities.map(shapeEntity),
  shape(schema.movements, { nameByColumn: { sourceId: 'fromDocumentId' } }),
  shape(schema.recurringInvoices, {
    extraFields: { customerName: customerNameSql('t'), versions: schema.recurringVersions, runs: schema.recurringRuns },
  }),
  shape(schema.statementSchedules, { file: 'statement-schedule', isOne: true }),
  shape(schema.statementRuns, {
    order: 't.period desc',
    extraFields: { customers: schema.statementRunCustomers },
    batchSize: largeRecordBatch,
  }),
  shape(schema.reminderSettings, { isOne: true }),
  shape(schema.savedCards, { extraFields: { customerName: customerNameSql('t'), automaticPayments: schema.automaticPayments } }),
  shape(schema.automaticPayments, { nameByColumn: ofInvoice }),
  shape(schema.payments, {
    nameByColumn: ofInvoice,
    extraFields: {
      invoiceNumber: selectFromInvoice('i.number'),
      customerName: selectFromInvoice(`coalesce(i.customer_snapshot ->> 'name', ${customerNameSql('i')})`),
    },
    sheets: [paymentsSheet],
  }),
  shape(schema.paymentRefunds, { file: 'refunds' }),
  shape(schema.paymentAttempts, { nameByColumn: ofInvoice, order: 't.created_at, t.id' }),
  shape(schema.paymentCredentials, { file: 'payment-accounts' }),
  shape(schema.journalEntries, { file: 'journal', nameByColumn: ofInvoice, extraFields: { lines: schema.journalLines } }),
  shape(schema.bookClosings, { file: 'closings' }),
  shape(schema.deletedRecords, {
    file: 'deleted/records',
    sqlByColumn: {
      record: `(t.record - 'user_id' - 'search_text' - 'version') || ${amountAsText('unit_price')} || ${amountAsText('amount')}`,
    },
  }),
  shape(schema.estimateResponses, {
    nameByColumn: {
      response: 'answer',
      respondedAt: 'answeredAt',
      respondedBy: 'answeredBy',
      respondedFrom: 'answeredFrom',
      reason: 'declineReason',
    },
  }),
  shape(schema.events, { nameByColumn: { actor: 'by' }, batchSize: largeRecordBatch }),
  shape(schema.documents, {
    nameByColumn: {
      ...{ customerSnapshot: 'customerAsSent', businessSnapshot: 'businessAsSent', emailStatus: 'emailState', invoiceKind: 'kind' },
      ...{ sourceDocumentId: 'estimateId', partNo: 'estimatePart', creditedInvoiceId: 'invoiceId' },
    },
    sqlByColumn: {
      status: displayStatusSql('t', 'g.today'),
      // Without the logo's key in the object store.
      businessSnapshot: "t.business_snapshot - 'logoKey'",
      paymentUrl: 'g.origin || t.payment_url',
    },
    batchSize: largeRecordBatch,
  }),
])

const isTable = (value: unknown): value is PgTable => is(value, PgTable)

/** @param special what differs from the table's shape, where it has several files @param kind the file is about documents of this type */
const definePart = <T extends PgTable>(table: T, special: Shape<ColumnOf<T>> = {}, kind?: DocumentKind): ArchivePart => {
  const usual = shapes.get(table)
  const shape = { ...usual, ...special } as Shape
  const {
    file = getTableName(table).replaceAll('_', '-'),
    extraFields = {},
    tables = [],
    joins = '',
    where = 'true',
    isOne = false,
  } = shape
  const of = exportTable(table, { ...shape, nameByColumn: { ...usual?.nameByColumn, ...special.nameByColumn } }, { kind })
  const nested = Object.entries(extraFields).map(([name, value]) =>
    isTable(value) ? { name, of: exportTable(value, shapes.get(value), { parent: table }) } : { name, sql: value },
  )
  const fields = Object.fromEntries(nested.map(({ name, of, sql }) => [name, of ? selectNested(of, table) : sql]))
  return {
    file: `json/${file}.json`,
    isOne,
    sql: `select ${selectJson(of, 't', fields)} as record
          from (select $2::date as today, $3::text as origin) g cross join ${getTableName(table)} t ${joins}
          where t.${getTableColumns(table).userId ? 'user_id' : 'id'} = $1 and ${where} ${isOne ? '' : `order by ${shape.order ?? getOrder(table, 't')}`}`,
    tables: [of, ...nested.flatMap(({ of }) => of ?? []), ...tables],
    sheets: shape.sheets ?? [],
    batchSize: shape.batchSize ?? 500,
  }
}

const responses = exportTable(schema.estimateResponses, shapes.get(schema.estimateResponses), { parent: schema.documents })

const withheld = [['Withholding Tax %', 'withholdingPercent'], 'withheld'] as const

/** What only one type of document has. */
const ownShapes: { readonly [Kind in DocumentKind]?: Pick<Shape, 'extraFields' | 'joins' | 'tables'> & OwnColumns } = {
  invoice: {
    extraFields: {
      amountPaid: 'paid.net::text',
      amountWrittenOff: 'paid."writtenOff"::text',
      amountCredited: 'paid.credited::text',
      creditApplied: 'paid.applied::text',
      balanceDue: `(case when t.status = 'paid' then 0.00 else greatest(t.total - paid.settled, 0.00) end)::text`,
      instalments: schema.invoiceInstalments,
      movements: schema.movements,
    },
    joins: `cross join lateral ${invoicePaymentsSql('t')} paid`,
    settled: [
      ['Early Payment Discount %', 'earlyDiscountPercent'],
      ['Early Payment Discount Days', 'earlyDiscountDays'],
      ...withheld,
      ['Paid', 'amountPaid'],
      ['Written Off', 'amountWrittenOff'],
      ['Credited', 'amountCredited'],
      ...['creditApplied', 'balanceDue'],
    ],
  },
  estimate: {
    extraFields: {
      invoiceId:
        "(select i.id from documents i where i.user_id = $1 and i.source_document_id = t.id and i.invoice_kind = 'standard' order by i.deleted_at is not null, i.part_no desc limit 1)",
      ...getFieldsSql(responses, 'r'),
    },
    joins: 'left join estimate_responses r on r.user_id = $1 and r.document_id = t.id',
    tables: [responses],
  },
  'credit-note': {
    extraFields: {
      invoiceNumber: '(select i.number from documents i where i.user_id = $1 and i.id = t.credited_invoice_id)',
      movements: schema.movements,
    },
    about: [['Invoice', 'invoiceNumber']],
    settled: withheld,
  },
}

/** The files of a type of document: its records, deleted ones, numbers, emails and histories. */
const defineDocumentParts = (type: DocumentType): ArchivePart[] => {
  const { name, numberField, hasDrafts } = type
  const own = ownShapes[name] ?? {}
  const idField = numberField.replace(/Number$/, 'Id')
  const documents: Shape<ColumnOf<typeof schema.documents>> = {
    nameByColumn: { number: numberField },
    extraFields: {
      customerName: `coalesce(t.customer_snapshot ->> 'name', ${customerNameSql('t')})`,
      taxRate: 'case when x.has_rates then null else coalesce(x.percent, 0)::numeric(5,2)::text end',
      taxIsCustom: 'coalesce(x.is_typed, false)',
      publicUrl: `case when t.status <> 'draft' then g.origin || '${getPublicPath(name, '')}' ||
        (select l.public_id from public_links l where l.user_id = $1 and l.document_id = t.id) end`,
      lineItems: schema.documentLines,
      taxes: schema.documentTaxes,
      ...own.extraFields,
    },
    joins: `cross join lateral (
      select bool_or(d.tax_rate_id is not null) as has_rates, max(d.percent) as percent, bool_or(d.is_typed) as is_typed
      from document_taxes d where d.user_id = $1 and d.document_id = t.id) x ${own.joins ?? ''}`,
    tables: own.tables ?? [],
  }
  const whereDeleted = (isNull: string) => `t.type = '${name}' and t.deleted_at ${isNull}`
  const sheets = createDocumentSheets(type, own)
  return [
    { ...definePart(schema.documents, { ...documents, file: `${name}s`, where: whereDeleted('is null'), sheets }, name), drawn: type },
    ...(hasDrafts
      ? [definePart(schema.documents, { ...documents, file: `deleted/${name}s`, where: whereDeleted('is not null') }, name)]
      : []),
    definePart(schema.documentNumbering, { file: `${name}-numbering`, isOne: true, where: `t.type = '${name}'` }),
    definePart(
      schema.documentEmails,
      {
        file: `${name}-emails`,
        nameByColumn: { documentId: idField },
        sqlByColumn: { kind: `case t.kind when 'document' then '${name}' else t.kind end` },
        joins: `join documents d on d.user_id = $1 and d.id = t.document_id and d.type = '${name}'`,
      },
      name,
    ),
    definePart(schema.events, { file: `${name}-history`, nameByColumn: { subjectId: idField }, where: `t.subject_type = '${name}'` }),
  ]
}

/** First, because records that refer to files contain their paths in the archive. */
export const filesPart: ArchivePart = definePart(schema.files)

const specialParts: readonly ArchivePart[] = [
  filesPart,
  definePart(schema.users),
  ...Object.values(documentTypes).flatMap(defineDocumentParts),
  definePart(schema.events, {
    file: 'record-history',
    nameByColumn: { subjectId: 'recordId' },
    extraFields: { recordType: 't.subject_type' },
    where: `t.subject_type not in (${documentKinds.map((kind) => `'${kind}'`).join(', ')})`,
  }),
]
const tablesWithin = [...shapes.values()].flatMap(({ extraFields = {} }) => Object.values(extraFields).filter(isTable))
const specialTables = new Set([...specialParts.flatMap(({ tables }) => tables.map(({ table }) => table)), ...tablesWithin])
/** Has rows of a user, which its declaration does not leave out. */
const isExported = (table: PgTable) => {
  const { userId } = getTableColumns(table)
  return userId !== undefined && !getMark(userId).notArchived
}

export const parts: readonly ArchivePart[] = [
  ...specialParts,
  ...Object.values<unknown>(schema)
    .filter(isTable)
    .filter((table) => isExported(table) && !specialTables.has(table))
    .map((table) => definePart(table)),
]

/** Of every archive: the README and those of `parts`. */
export const fixedFiles: number = 1 + parts.reduce((count, { sheets }) => count + 1 + sheets.length, 0)
