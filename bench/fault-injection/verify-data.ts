import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entities } from '#modules/entities.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { Day } from '#shared/dates.ts'
import { toCents } from './document-inputs.ts'
import type { Environment, TestUser } from './environment.ts'
import type { ExpectedInvoice, ExpectedRecord, ExpectedState } from './expected-state.ts'
import { invariants } from './invariants.ts'
import type { Row } from './report.ts'

type Verdict = Pick<Row, 'lost' | 'inconsistent' | 'duplicated' | 'wronglyPaid'> & { findings: string[] }
type Report = (kind: keyof Omit<Verdict, 'findings'>, finding: string, count?: number) => void

const maxFindings = 20

/** Compares the database, the files, Books health and the API's lists with what servers acknowledged. */
export const verifyData = async (environment: Environment, users: readonly TestUser[], expected: ExpectedState): Promise<Verdict> => {
  const verdict: Verdict = { lost: 0, inconsistent: 0, duplicated: 0, wronglyPaid: 0, findings: [] }
  const report: Report = (kind, finding, count = 1) => {
    verdict[kind] += count
    if (verdict.findings.length < maxFindings) verdict.findings.push(`${kind}: ${finding}`)
  }
  await verifyInvoices(environment, expected, report)
  await verifyEstimates(environment, expected, report)
  for (const [kind, name] of [
    ['customers', 'name'],
    ['items', 'name'],
    ['expenses', 'description'],
  ] as const)
    verifyRecords(kind, expected[kind], await environment.rows<RecordRow>(`select id, ${name} as name, version from ${kind}`), report)
  await verifyBusinessNames(environment, expected, report)
  await verifyFiles(environment, expected, report)
  await verifyInvariants(environment, report)
  await verifyBooks(environment, users, report)
  await verifyLists(environment, users, expected, report)
  return verdict
}

type InvoiceRow = {
  id: number
  user_id: number
  number: string | null
  status: string
  deleted: boolean
  total: string
  version: number
  lines: number
  estimate_id: number | null
  payments: { id: number; amount: string }[] | null
  events: Record<string, number>
  emails: number
}

const invoicesSql = `
  select d.id, d.user_id, case when d.has_number then d.number end as number, d.status, d.deleted_at is not null as deleted, d.total::text, d.version, d.source_document_id as estimate_id,
    (select count(*)::int from document_lines l where l.user_id = d.user_id and l.document_id = d.id) as lines,
    (select json_agg(json_build_object('id', p.id, 'amount', p.amount::text)) from payments p where p.user_id = d.user_id and p.document_id = d.id) as payments,
    (select coalesce(json_object_agg(kind, n), '{}') from (
       select kind, count(*) as n from events e where e.user_id = d.user_id and e.subject_type = 'invoice' and e.subject_id = d.id group by kind) k) as events,
    (select count(*)::int from document_emails e where e.user_id = d.user_id and e.document_id = d.id) as emails
  from documents d where d.type = 'invoice'`

const verifyInvoices = async (environment: Environment, expected: ExpectedState, report: Report) => {
  const rows = new Map((await environment.rows<InvoiceRow>(invoicesSql)).map((row) => [row.id, row]))
  for (const invoice of expected.invoices.values()) {
    const row = rows.get(invoice.id)
    const difference = row ? findDifference(invoice, row) : `invoice ${invoice.number} (${invoice.id}) is missing`
    if (difference) report('lost', difference)
    if ((row?.payments?.length ?? 0) > invoice.payments.size)
      report('duplicated', `invoice ${invoice.number} has payments that no client recorded`)
  }
  for (const row of rows.values())
    if (!expected.invoices.has(row.id)) report('duplicated', `invoice ${row.number} (${row.id}) was not acknowledged`)
}

/** Describes the first difference between the acknowledged invoice and the row, or returns null. */
const findDifference = (invoice: ExpectedInvoice, row: InvoiceRow): string | null => {
  const amounts = new Map((row.payments ?? []).map(({ id, amount }) => [id, toCents(amount)]))
  const comparisons = [
    ['number', row.number, invoice.number],
    ['total', toCents(row.total), invoice.total],
    ['number of line items', row.lines, invoice.lineCount],
    ['version is not older', row.version >= invoice.version, true],
    ['status', row.status, invoice.status],
    ['deleted', row.deleted, invoice.isDeleted],
    ['estimate', row.estimate_id, invoice.estimateId],
    ['number of emails', row.emails, invoice.emails],
    ["number of 'created' events", row.events.created, 1],
    ["number of 'edited' events", row.events.edited ?? 0, invoice.edits],
    ["number of 'deleted' events", row.events.deleted ?? 0, Number(invoice.isDeleted)],
    ["number of 'payment' events", row.events.payment ?? 0, invoice.payments.size],
    ...[...invoice.payments].map(([id, amount]) => [`payment ${id}`, amounts.get(id), amount] as const),
  ] as const
  const difference = comparisons.find(([, actual, acknowledged]) => actual !== acknowledged)
  if (!difference) return null
  const [field, actual, acknowledged] = difference
  return `invoice ${invoice.number} (${invoice.id}): ${field}: ${actual} instead of ${acknowledged}`
}

const verifyEstimates = async (environment: Environment, expected: ExpectedState, report: Report) => {
  type EstimateRow = { id: number; total: string; lines: number; invoice_id: number | null; created: number }
  const rows = await environment.rows<EstimateRow>(`
    select d.id, d.total::text, (select count(*)::int from document_lines l where l.user_id = d.user_id and l.document_id = d.id) as lines,
      (select i.id from documents i where i.user_id = d.user_id and i.source_document_id = d.id) as invoice_id,
      (select count(*)::int from events e
       where e.user_id = d.user_id and e.subject_type = 'estimate' and e.subject_id = d.id and e.kind = 'created') as created
    from documents d where d.type = 'estimate'`)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  for (const estimate of expected.estimates.values()) {
    const row = rowsById.get(estimate.id)
    const isSame =
      row &&
      toCents(row.total) === estimate.total &&
      row.lines === estimate.lineCount &&
      row.created === 1 &&
      row.invoice_id === estimate.invoiceId
    if (!isSame) report('lost', `estimate ${estimate.number} is ${JSON.stringify(row)} instead of ${JSON.stringify(estimate)}`)
  }
  for (const { id } of rows) if (!expected.estimates.has(id)) report('duplicated', `estimate ${id} was not acknowledged`)
}

type RecordRow = { id: number; name: string; version: number }
const verifyRecords = (kind: string, records: ReadonlyMap<number, ExpectedRecord>, rows: readonly RecordRow[], report: Report) => {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, isDeleted, version } of records.values()) {
    const row = rowsById.get(id)
    if (isDeleted ? row : row?.name !== name || row.version !== version)
      report('lost', `${kind} ${id} is ${JSON.stringify(row)} instead of ${isDeleted ? 'deleted' : name}`)
  }
  for (const { id } of rows) if (!records.has(id)) report('duplicated', `${kind} ${id} was not acknowledged`)
}

const verifyBusinessNames = async (environment: Environment, expected: ExpectedState, report: Report) => {
  for (const [userId, name] of expected.businessNames) {
    const rows = await environment.rows<{ name: string }>('select business_name as name from business_profiles where user_id = $1', [
      userId,
    ])
    if (rows[0]?.name !== name) report('lost', `the business of user ${userId} is '${rows[0]?.name}' instead of '${name}'`)
    if (rows.length > 1) report('duplicated', `user ${userId} has ${rows.length} profiles`)
  }
}

const verifyFiles = async (environment: Environment, expected: ExpectedState, report: Report) => {
  const rows = await environment.rows<{ id: number; key: string; size: number }>(
    "select id, object_key as key, size from files where purpose <> 'upload'",
  )
  for (const { id, key, size } of rows) {
    const path = join(environment.filesDir, 'objects', key)
    if (!existsSync(path)) report('inconsistent', `file ${id} is in the database but not in the store`)
    else if (statSync(path).size !== size) report('inconsistent', `file ${id} has ${statSync(path).size} bytes instead of ${size}`)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const id of expected.receipts) if (!ids.has(id)) report('lost', `receipt ${id} is missing`)
}

const verifyInvariants = async (environment: Environment, report: Report) => {
  for (const { violation, kind, sql } of invariants) {
    const rows = await environment.rows<{ id: number }>(sql)
    const ids = rows.slice(0, 5).map(({ id }) => id)
    if (rows.length > 0) report(kind, `${violation}: ${ids.join(', ')}`, rows.length)
  }
}

const verifyBooks = async (environment: Environment, users: readonly TestUser[], report: Report) => {
  for (const { userId } of users) {
    const { checks, findings } = await environment
      .database()
      .atOneMoment(userId, (db) => checkLedger(db, new Date().toISOString().slice(0, 10) as Day, entities))
    const wrong = checks.reduce((sum, check) => sum + check.wrong, 0)
    if (wrong > 0) report('inconsistent', `Books health: ${findings[0]?.row}: ${findings[0]?.problem}`, wrong)
  }
}

const verifyLists = async (environment: Environment, users: readonly TestUser[], expected: ExpectedState, report: Report) => {
  const server = await environment.startServer()
  try {
    for (const user of users)
      for (const kind of ['invoices', 'estimates', 'customers', 'items', 'expenses'] as const) {
        const listedIds = await fetchIds(server.origin, user, kind)
        const records: readonly { id: number; userId: number; isDeleted: boolean }[] = [...expected[kind].values()]
        const own = records.filter(({ userId, isDeleted }) => userId === user.userId && !isDeleted)
        const missing = own.filter(({ id }) => !listedIds.has(id))
        if (missing.length > 0) report('lost', `the list of ${kind} doesn't contain ${missing[0]!.id}`, missing.length)
        if (listedIds.size > own.length - missing.length)
          report('duplicated', `the list of ${kind} contains ${listedIds.size} records instead of ${own.length}`)
      }
  } finally {
    await server.stop()
    environment.unregister(server)
  }
}

/** The ids of all records of a list, from all its pages. */
const fetchIds = async (origin: string, { cookie }: TestUser, kind: string): Promise<Set<number>> => {
  const ids = new Set<number>()
  for (let after = ''; ; ) {
    const reply = await fetch(`${origin}/api/${kind}?limit=500${after && `&after=${encodeURIComponent(after)}`}`, { headers: { cookie } })
    if (!reply.ok) throw new Error(`The list of ${kind} was answered with ${reply.status}: ${await reply.text()}`)
    for (const { id } of (await reply.json()) as { id: number }[]) ids.add(id)
    after = reply.headers.get('x-next-cursor') ?? ''
    if (!after) return ids
  }
}
