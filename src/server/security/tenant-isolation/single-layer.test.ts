import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setRowSecurity } from '#server/testing/tenant-isolation/disable-isolation.ts'
import { createFixture, type Fixture } from '#server/testing/tenant-isolation/fixture.ts'
import { runCrossTenantJobs } from '#server/testing/tenant-isolation/jobs.ts'
import { findUnfilteredStatements } from '#server/testing/tenant-isolation/query-plans.ts'
import { readEndpointsWithAllQueries } from '#server/testing/tenant-isolation/read-endpoints.ts'
import { changeOwnRecords, compareReads, type MatrixResult, runMatrix } from '#server/testing/tenant-isolation/run-matrix.ts'
import { getEndpointName, hasRecordParams } from '#server/testing/tenant-isolation/samples.ts'

// Two walls stand between users: the condition on the user in each statement, and row-level security. Each must hold without the other.

// A busy machine may need long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let world: Fixture
beforeAll(async () => {
  world = await createFixture(readEndpointsWithAllQueries)
})
afterAll(() => world.app.close())

/** Runs `work` without one of the walls, or without both. */
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

/** The whole matrix, what one reads and changes of one's own, and the jobs. */
const walkAll = async (name: string): Promise<MatrixResult> => {
  const parts = [await runMatrix(world), await compareReads(world), await changeOwnRecords(world, name), await runCrossTenantJobs(world)]
  return { cells: parts.reduce((sum, { cells }) => sum + cells, 0), faults: parts.flatMap(({ faults }) => faults) }
}

test('row-level security holds alone, with all of the code’s own conditions on the user let through', async () => {
  const { cells, faults } = await without({ filters: true }, () => walkAll('carl'))
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(900)
  // The statements were rewritten indeed.
  expect(world.filters.loosened.size).toBeGreaterThan(300)
  expect(world.filters.passed).toBeGreaterThan(3000)
})

test('the code holds alone, with row-level security off', async () => {
  const { cells, faults } = await without({ rowSecurity: true }, () => walkAll('dora'))
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(900)
})

test('every statement of the app says itself whose rows it is after, at each table that it reads', async () => {
  const { looked, open } = await without({ rowSecurity: true }, () => findUnfilteredStatements(world.app, world.filters.seen))
  expect(open).toEqual([])
  expect(looked).toBeGreaterThan(300)
})

// The test of the test: these walks must be able to find something.
test('without both walls, the walk finds a leak behind every read that names a row', async () => {
  const reads = world.app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'user')
  const { walked, read } = await without({ filters: true, rowSecurity: true }, async () => ({
    walked: await runMatrix(world, reads),
    read: await compareReads(world),
  }))
  const named = reads.map(({ endpoint }) => endpoint).filter(hasRecordParams)
  const unseen = named.map(getEndpointName).filter((name) => !walked.faults.some((fault) => fault.startsWith(`${name}: another user`)))
  // A third wall stands before a logo: its key in the store is made of whoever asks for it.
  expect(unseen).toEqual(['GET /objects/logos/:name'])
  expect(read.faults.length).toBeGreaterThan(100)
})

test('one table that was forgotten behind row-level security is found', async () => {
  const items = world.app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path.startsWith('/api/items'))
  const { faults } = await without({ filters: true, rowSecurity: ['items'] }, () => runMatrix(world, items))
  expect(faults.join('\n')).toMatch(/GET \/api\/items\/:id: another user, her ids in the path: tells SECRET-3/)
})

test('one statement that forgets whose rows it is after is found', async () => {
  const { open } = await without({ rowSecurity: true }, () =>
    findUnfilteredStatements(world.app, [
      'select name from customers where id = $1',
      'select c.name from invoices i join customers c on c.id = i.customer_id where i.user_id = $1',
    ]),
  )
  expect(open.map(({ tables }) => tables)).toEqual([['customers'], ['customers']])
})

// The last of all, since it does change what is hers.
test('without both walls, jobs that name rows of somebody else are found', async () => {
  const { faults } = await without({ filters: true, rowSecurity: true }, () => runCrossTenantJobs(world))
  // The others find nothing to do about these rows, or ask a provider first, who knows nothing of them.
  const found = new Set(faults.flatMap((fault) => /^the job ([\w.-]+): /.exec(fault)?.[1] ?? []))
  expect([...found].toSorted()).toEqual([
    'estimates.send',
    'invoices.send',
    'logos.sweep',
    'payments.close-others',
    'payments.disputed',
    'payments.owner-note',
    'payments.refund-failed',
    'payments.refund-undone',
    'statements.send',
  ])
})
