import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { Day } from '#shared/dates.ts'
import { toCents } from './document-inputs.ts'
import type { Environment, TestUser } from './environment.ts'
import type { ExpectedInvoice, ExpectedRecord, ExpectedState } from './expected-state.ts'
import { invariants } from './invariants.ts'
import type { Row } from './report.ts'

type Verdict = Pick<Row, 'lost' | 'torn' | 'duplicated' | 'wronglyPaid'> & { findings: string[] }

type InvoiceRow = {
  id: number
  user_id: number
  number: string
  status: string
  deleted: boolean
  total: string
  version: number
  lines: number
  estimate_id: number | null
  payments: { id: number; amount: string }[] | null
  events: Record<string, number>
  mails: number
}

const invoicesSql = `
  select i.id, i.user_id, i.invoice_number as number, i.status, i.deleted_at is not null as deleted, i.total::text, i.version, i.estimate_id,
    (select count(*)::int from invoice_line_items l where l.user_id = i.user_id and l.invoice_id = i.id) as lines,
    (select json_agg(json_build_object('id', p.id, 'amount', p.amount::text)) from payments p where p.user_id = i.user_id and p.invoice_id = i.id) as payments,
    (select coalesce(json_object_agg(kind, n), '{}') from (select kind, count(*) as n from invoice_events e where e.user_id = i.user_id and e.invoice_id = i.id group by kind) k) as events,
    (select count(*)::int from invoice_emails e where e.user_id = i.user_id and e.invoice_id = i.id) as mails
  from invoices i`

/** What is not as it was acknowledged, in words; nothing when all is. */
const differs = (held: ExpectedInvoice, row: InvoiceRow): string | null => {
  const paid = new Map((row.payments ?? []).map(({ id, amount }) => [id, toCents(amount)]))
  const wanted = [
    ['number', row.number, held.number],
    ['total', toCents(row.total), held.total],
    ['lines', row.lines, held.lines],
    ['version', row.version >= held.version, true],
    ['status', row.status, held.status],
    ['deleted', row.deleted, held.isDeleted],
    ['estimate', row.estimate_id, held.estimateId],
    ['e-mails', row.mails, held.mails],
    ['history: created', row.events.created, 1],
    ['history: edited', row.events.edited ?? 0, held.edits],
    ['history: deleted', row.events.deleted ?? 0, Number(held.isDeleted)],
    ['history: payments', row.events.payment ?? 0, held.payments.size],
    ...[...held.payments].map(([id, amount]) => [`payment ${id}`, paid.get(id), amount] as const),
  ] as const
  const wrong = wanted.find(([, is, should]) => is !== should)
  return wrong ? `invoice ${held.number} (${held.id}): ${wrong[0]} is ${wrong[1]}, acknowledged was ${wrong[2]}` : null
}

/** Every row of a list, page by page, as its owner gets it. */
const listed = async (origin: string, person: TestUser, kind: string): Promise<Set<number>> => {
  const ids = new Set<number>()
  for (let after = ''; ; ) {
    const reply = await fetch(`${origin}/api/${kind}?limit=500${after && `&after=${encodeURIComponent(after)}`}`, {
      headers: { cookie: person.cookie },
    })
    if (!reply.ok) throw new Error(`the list of ${kind} was answered ${reply.status}: ${await reply.text()}`)
    for (const { id } of (await reply.json()) as { id: number }[]) ids.add(id)
    after = reply.headers.get('x-next-cursor') ?? ''
    if (!after) return ids
  }
}

/** Looks at the database as its owner, at the files, at everybody's books, and asks a server for everybody's lists: all against what was acknowledged. */
export const verifyData = async (world: Environment, people: readonly TestUser[], ledger: ExpectedState): Promise<Verdict> => {
  const verdict: Verdict = { lost: 0, torn: 0, duplicated: 0, wronglyPaid: 0, findings: [] }
  const note = (kind: keyof Omit<Verdict, 'findings'>, finding: string, times = 1) => {
    verdict[kind] += times
    if (verdict.findings.length < 20) verdict.findings.push(`${kind}: ${finding}`)
  }

  const rows = new Map((await world.rows<InvoiceRow>(invoicesSql)).map((row) => [row.id, row]))
  for (const held of ledger.invoices.values()) {
    const row = rows.get(held.id)
    const wrong = row ? differs(held, row) : `invoice ${held.number} (${held.id}) is not there`
    if (wrong) note('lost', wrong)
    if ((row?.payments?.length ?? 0) > held.payments.size) note('duplicated', `invoice ${held.number} has payments that nobody recorded`)
  }
  for (const row of rows.values())
    if (!ledger.invoices.has(row.id)) note('duplicated', `invoice ${row.number} (${row.id}) was acknowledged to nobody`)

  await checkEstimates(world, ledger, note)
  for (const [kind, name] of [
    ['customers', 'name'],
    ['items', 'name'],
    ['expenses', 'description'],
  ] as const)
    checkSimple(kind, ledger[kind], await world.rows<SimpleRow>(`select id, ${name} as name, version from ${kind}`), note)
  for (const [userId, name] of ledger.businesses) {
    const found = await world.rows<{ name: string }>('select business_name as name from business_profiles where user_id = $1', [userId])
    if (found[0]?.name !== name) note('lost', `the business of user ${userId} is '${found[0]?.name}', acknowledged was '${name}'`)
    if (found.length > 1) note('duplicated', `user ${userId} has ${found.length} profiles`)
  }
  await checkFiles(world, ledger, note)

  for (const { what, kind, sql } of invariants) {
    const wrong = await world.rows<{ id: number }>(sql)
    if (wrong.length > 0)
      note(
        kind,
        `${what}: ${wrong
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
        wrong.length,
      )
  }
  for (const { userId } of people) {
    const { checks, findings } = await world
      .database()
      .atOneMoment(userId, (db) => checkLedger(db, new Date().toISOString().slice(0, 10) as Day))
    const wrong = checks.reduce((sum, check) => sum + check.wrong, 0)
    if (wrong > 0) note('torn', `Books health: ${findings[0]?.row}: ${findings[0]?.problem}`, wrong)
  }
  await checkLists(world, people, ledger, note)
  return verdict
}

type Note = (kind: keyof Omit<Verdict, 'findings'>, finding: string, times?: number) => void

const checkEstimates = async (world: Environment, ledger: ExpectedState, note: Note) => {
  type EstimateRow = { id: number; total: string; lines: number; invoice_id: number | null; created: number }
  const rows = await world.rows<EstimateRow>(`
    select e.id, e.total::text, (select count(*)::int from estimate_line_items l where l.user_id = e.user_id and l.estimate_id = e.id) as lines,
      (select i.id from invoices i where i.user_id = e.user_id and i.estimate_id = e.id) as invoice_id,
      (select count(*)::int from estimate_events v where v.user_id = e.user_id and v.estimate_id = e.id and v.kind = 'created') as created
    from estimates e`)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const held of ledger.estimates.values()) {
    const row = found.get(held.id)
    const isWhole =
      row && toCents(row.total) === held.total && row.lines === held.lines && row.created === 1 && row.invoice_id === held.invoiceId
    if (!isWhole) note('lost', `estimate ${held.number} is ${JSON.stringify(row)}, acknowledged was ${JSON.stringify(held)}`)
  }
  for (const { id } of rows) if (!ledger.estimates.has(id)) note('duplicated', `estimate ${id} was acknowledged to nobody`)
}

type SimpleRow = { id: number; name: string; version: number }
const checkSimple = (kind: string, held: ReadonlyMap<number, ExpectedRecord>, rows: readonly SimpleRow[], note: Note) => {
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, isDeleted, version } of held.values()) {
    const row = found.get(id)
    if (isDeleted ? row : row?.name !== name || row.version !== version)
      note('lost', `${kind} ${id} is ${JSON.stringify(row)}, acknowledged was ${isDeleted ? 'its deletion' : name}`)
  }
  for (const { id } of rows) if (!held.has(id)) note('duplicated', `${kind} ${id} was acknowledged to nobody`)
}

const checkFiles = async (world: Environment, ledger: ExpectedState, note: Note) => {
  const rows = await world.rows<{ id: number; key: string; size: number }>('select id, object_key as key, size from files')
  const found = new Set(rows.map(({ id }) => id))
  for (const { id, key, size } of rows) {
    const path = join(world.filesDir, 'objects', key)
    if (!existsSync(path)) note('torn', `file ${id} is in the database, and not in the store`)
    else if (statSync(path).size !== size) note('torn', `file ${id} has ${statSync(path).size} bytes, and should have ${size}`)
  }
  for (const id of ledger.receipts.keys()) if (!found.has(id)) note('lost', `receipt ${id} is not there`)
}

const checkLists = async (world: Environment, people: readonly TestUser[], ledger: ExpectedState, note: Note) => {
  const node = await world.start()
  try {
    for (const person of people)
      for (const kind of ['invoices', 'estimates', 'customers', 'items', 'expenses'] as const) {
        const shown = await listed(node.origin, person, kind)
        const all: readonly { id: number; userId: number; isDeleted: boolean }[] = [...ledger[kind].values()]
        const wanted = all.filter(({ userId, isDeleted }) => userId === person.userId && !isDeleted)
        const missing = wanted.filter(({ id }) => !shown.has(id))
        if (missing.length > 0) note('lost', `the list of ${kind} doesn't show ${missing[0]!.id}`, missing.length)
        if (shown.size > wanted.length - missing.length)
          note('duplicated', `the list of ${kind} shows ${shown.size}, acknowledged were ${wanted.length}`)
      }
  } finally {
    await node.stop()
    world.forget(node)
  }
}
