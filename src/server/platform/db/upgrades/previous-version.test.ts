import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstVersion } from '#server/platform/db/testing/past-migrations.ts'
import { type ServerNode, startNodes } from '#server/testing/server-processes.ts'

// During a rolling upgrade the previous version runs on the new schema. This tests the rules for migrations in CONTRIBUTING.

const migrations = 'src/server/platform/db/migrations'
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 }).trim()

type Journal = { entries: { tag: string; when: number }[] }
const parseJournal = (text: string) => (JSON.parse(text) as Journal).entries
const journal = `${migrations}/meta/_journal.json`

/** The last commit before the newest migration, or why it cannot be tried. */
const findVersionBefore = (): { commit: string } | { problem: string } => {
  const entries = parseJournal(readFileSync(journal, 'utf8'))
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${migrations}/${entries.at(-1)!.tag}.sql`)
    if (!added) return { problem: 'the newest migration is not committed, or not in the history of this copy' }
    const commit = git('rev-parse', '--verify', `${added}^`)
    const itsEntries = parseJournal(git('show', `${commit}:${journal}`))
    const first = entries.findIndex(({ tag }) => tag === firstVersion)
    // Its schema begins with the same migrations, or else none of its tables are those of this version.
    const isUpgraded = entries.slice(0, first + 1).every(({ tag, when }, i) => itsEntries[i]?.tag === tag && itsEntries[i].when === when)
    return isUpgraded ? { commit } : { problem: `commit ${commit.slice(0, 8)} is from before the first version, ${firstVersion}` }
  } catch (error) {
    return { problem: `Git cannot show it (${(error as Error).message.split('\n')[0]})` }
  }
}

const found = findVersionBefore()
const before = 'commit' in found ? found.commit : null
if ('problem' in found) console.warn(`The version before the newest migration is not tried: ${found.problem}.`)

type Packages = { type: string; imports: Record<string, string>; dependencies: Record<string, string> }
const readPackages = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Packages

/**
 * Installs, beside the sources of the other version, the packages of which this version has another version or none. All others are found in the parent
 * folder, which has this version's packages.
 * @returns why they could not be installed, if the registry is unreachable; null otherwise
 * @throws Error with npm's output, when it fails for another reason
 */
const installOthers = (root: string): string | null => {
  const { type, imports, dependencies } = readPackages(join(root, 'package.json'))
  const present = readPackages('package.json').dependencies
  const others = Object.entries(dependencies).filter(([name, version]) => present[name] !== version)
  if (others.length === 0) return null
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type, imports, dependencies: Object.fromEntries(others) }))
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    execFileSync('npm', ['install', '--prefix', root, ...options], { cwd: root, stdio: 'pipe', encoding: 'utf8' })
    return null
  } catch (error) {
    const { stderr } = error as { stderr: string }
    if (!/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/.test(stderr))
      throw new Error(stderr, { cause: error })
    return `its packages ${others.map((each) => each.join(' ')).join(', ')} can't be had without a network`
  }
}

let folder: string
let unavailable: string | null
let cluster: Awaited<ReturnType<typeof startNodes>>
let old: ServerNode
let present: ServerNode
beforeAll(async () => {
  if (!before) return
  folder = mkdtempSync(join(tmpdir(), 'billfold-before-'))
  const root = join(folder, 'version')
  mkdirSync(root)
  execFileSync('sh', ['-c', `git archive ${before} | tar -x -C ${root}`])
  unavailable = installOthers(root)
  if (unavailable) return console.warn(`The version before the newest migration is not tried: ${unavailable}.`)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // Both versions serve the same pages; the test concerns the database only.
  if (existsSync('dist')) symlinkSync(resolve('dist'), join(root, 'dist'))
  // The template of the test database was migrated by this version.
  cluster = await startNodes([{}], { root })
  old = cluster.nodes[0]!
}, 400_000)
afterAll(async () => {
  await cluster?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const invoice = (customerId: number, invoiceNumber: string) => ({
  customerId,
  invoiceNumber,
  issueDate: '2026-01-01',
  dueDate: '2026-01-31',
  taxRate: '8.25',
  lineItems: [{ description: 'Work', quantity: '2', unitPrice: '10.00' }],
})

/** Typical requests to one node: a customer, an invoice, an edit, its payment, an expense, the lists. */
const work = async (node: ServerNode, cookie: string, name: string) => {
  const call = async (method: string, path: string, body?: unknown, status = 200) => {
    const reply = await node.send(cookie, method, path, body)
    expect([method, path, reply.status, reply.status === status ? null : reply.body]).toEqual([method, path, status, null])
    return reply.body
  }
  const customer = await call('POST', '/api/customers', { name }, 201)
  const { id, version } = await call('POST', '/api/invoices', invoice(customer.id, name), 201)
  const edited = await call('PUT', `/api/invoices/${id}`, { ...invoice(customer.id, name), taxRate: '0', status: 'sent', version })
  expect(edited.total).toBe('20.00')
  await call('POST', `/api/invoices/${id}/mark-paid`)
  await call('POST', '/api/expenses', { description: name, category: 'Travel', amount: '12.30', expenseDate: '2026-01-05' }, 201)
  expect(await call('GET', `/api/invoices/${id}`)).toMatchObject({ status: 'paid', total: '20.00', invoiceNumber: name })
  expect((await call('GET', '/api/expenses')).map(({ description }: { description: string }) => description)).toContain(name)
  await call('GET', '/api/dashboard')
}

const numbers = async (node: ServerNode, cookie: string) =>
  (await node.send(cookie, 'GET', '/api/invoices')).body.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber).toSorted()

test.skipIf(!before)(
  'the version before works on the schema of this one, alone and beside it, and each sees what the other wrote',
  { timeout: 120_000 },
  async ({ skip }) => {
    skip(unavailable !== null)
    const { cookie } = await cluster.person('ada')
    await work(old, cookie, 'OLD-1')
    ;[present] = (await cluster.start([{}], '.')) as [ServerNode]
    await Promise.all([work(old, cookie, 'OLD-2'), work(present, cookie, 'NEW-2')])
    expect(await numbers(old, cookie)).toEqual(['NEW-2', 'OLD-1', 'OLD-2'])
    expect(await numbers(present, cookie)).toEqual(['NEW-2', 'OLD-1', 'OLD-2'])
  },
)
