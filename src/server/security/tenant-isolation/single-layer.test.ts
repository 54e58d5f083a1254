import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findStatementFaults, undistributable } from '#server/testing/distributable-statements.ts'
import { setRowSecurity } from '#server/testing/tenant-isolation/disable-isolation.ts'
import { createFixture, type Fixture } from '#server/testing/tenant-isolation/fixture.ts'
import { runCrossTenantJobs } from '#server/testing/tenant-isolation/jobs.ts'
import { findUnfilteredStatements } from '#server/testing/tenant-isolation/query-plans.ts'
import { readEndpointsWithAllQueries } from '#server/testing/tenant-isolation/read-endpoints.ts'
import { changeOwnRecords, compareReads, type MatrixResult, runMatrix } from '#server/testing/tenant-isolation/run-matrix.ts'
import { getEndpointName, hasRecordParams } from '#server/testing/tenant-isolation/samples.ts'

// Two layers isolate users: the filter on the owner in each statement, and row-level security. Each must suffice without the other.

// A busy machine may need longer.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let world: Fixture
beforeAll(async () => {
  world = await createFixture(readEndpointsWithAllQueries)
})
afterAll(() => world.app.close())

/** Runs `work` with one or both layers disabled. */
const without = async <T>(walls: { filters?: boolean; rowSecurity?: boolean | readonly string[] }, work: () => Promise<T>): Promise<T> => {
  const { app, filters } = world
  const tables = Array.isArray(walls.rowSecurity) ? walls.rowSecurity : undefined
  if (walls.rowSecurity) await setRowSecurity(app, false, tables)
  filters.areOn = !walls.filters
  try {
    return await work()
  } finally {
    filters.areOn = true
    if (walls.rowSecurity) await setRowSecurity(app, true, tables)
  }
}

/** The whole matrix, reads and changes of own records, and the jobs. */
const walkAll = async (name: string): Promise<MatrixResult> => {
  const parts = [await runMatrix(world), await compareReads(world), await changeOwnRecords(world, name), await runCrossTenantJobs(world)]
  return { cases: parts.reduce((sum, { cases: cells }) => sum + cells, 0), faults: parts.flatMap(({ faults }) => faults) }
}

test('row-level security suffices with all filters of the code disabled', async () => {
  const { cases: cells, faults } = await without({ filters: true }, () => walkAll('carl'))
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(900)
  // The statements were really rewritten.
  expect(world.filters.statements.size).toBeGreaterThan(300)
  expect(world.filters.disabledCount).toBeGreaterThan(3000)
})

test('the code suffices with row-level security disabled', async () => {
  const { cases: cells, faults } = await without({ rowSecurity: true }, () => walkAll('dora'))
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(900)
})

test('every statement of the app filters by the owner, for each table that it reads', async () => {
  const { looked, open } = await without({ rowSecurity: true }, () => findUnfilteredStatements(world.app, world.filters.seen))
  expect(open).toEqual([])
  expect(looked).toBeGreaterThan(300)
})

test('every statement could run where one user’s rows are, but for those listed', async () => {
  const tables = await world.app.sql<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'",
  )
  const names = new Set(tables.map(({ name }) => name))
  const found = [...world.filters.seen].flatMap((text) => findStatementFaults(text, names).map((fault) => ({ fault, text })))
  const isListed = ({ fault, of }: (typeof undistributable)[number], { text, ...one }: (typeof found)[number]) =>
    fault === one.fault && text.includes(of)
  expect(found.filter((one) => !undistributable.some((listed) => isListed(listed, one)))).toEqual([])
  expect(undistributable.filter((listed) => !found.some((one) => isListed(listed, one)))).toEqual([])
})

// A test of the test: the matrix must be able to find leaks.
test('with both layers disabled, the matrix finds a leak behind every read that names a record', async () => {
  const reads = world.app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'user')
  const { walked, read } = await without({ filters: true, rowSecurity: true }, async () => ({
    walked: await runMatrix(world, reads),
    read: await compareReads(world),
  }))
  const named = reads.map(({ endpoint }) => endpoint).filter(hasRecordParams)
  const unseen = named.map(getEndpointName).filter((name) => !walked.faults.some((fault) => fault.startsWith(`${name}: another user`)))
  // Logos have a third layer: the key in the object store contains the user's id.
  expect(unseen).toEqual(['GET /objects/logos/:name'])
  expect(read.faults.length).toBeGreaterThan(100)
})

test('a single table without row-level security is found', async () => {
  const items = world.app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path.startsWith('/api/items'))
  const { faults } = await without({ filters: true, rowSecurity: ['items'] }, () => runMatrix(world, items))
  expect(faults.join('\n')).toMatch(/GET \/api\/items\/:id: another user, ada’s ids in the path: leaks SECRET-\d+/)
})

test('a single statement without a filter on the owner is found', async () => {
  const { open } = await without({ rowSecurity: true }, () =>
    findUnfilteredStatements(world.app, [
      'select name from customers where id = $1',
      'select c.name from documents d join customers c on c.id = d.customer_id where d.user_id = $1',
    ]),
  )
  expect(open.map(({ tables }) => tables)).toEqual([['customers'], ['customers']])
})

// The last test, because it changes ada's records.
test('with both layers disabled, jobs with ids of another user are found', async () => {
  const { faults } = await without({ filters: true, rowSecurity: true }, () => runCrossTenantJobs(world))
  // The others find nothing to do for these rows, or first call a provider that does not know them.
  const found = new Set(faults.flatMap((fault) => /^the job ([\w.-]+): /.exec(fault)?.[1] ?? []))
  expect([...found].toSorted()).toEqual([
    'automatic-payments.stopped',
    'credit-notes.send',
    'emails.bounced',
    'estimates.send',
    'invoices.send',
    'logos.sweep',
    'payments.close-others',
    'payments.disputed',
    'payments.owner-note',
    'payments.refund-failed',
    'payments.refund-undone',
    'recurring-invoices.run',
    'reminders.reply',
    'reminders.send',
    'scheduled-sends.problem',
    'statements.send',
    'statements.send-scheduled',
  ])
})
