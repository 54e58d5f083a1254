import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { serverCommand, testServerCommand, testServerEnvironment } from '#root/scripts/server-command.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { isRunning, waitUntil } from '#server/operations/embedded-postgres/processes.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { createSession } from '#server/testing/session.ts'

// The product as a process, as an operator sees it.

const running = new Set<ChildProcess>()
const folders: string[] = []
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  for (const folder of folders.splice(0)) {
    stopDatabase(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

const dataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-start-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}
const postmasterPid = (folder: string) => {
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}
const stopDatabase = (folder: string) => {
  const pid = postmasterPid(folder)
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

const bareEnv = (folder: string): NodeJS.ProcessEnv => ({ ...testServerEnvironment, DATA_DIR: folder, PORT: '0' })
const start = (folder: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, testServerCommand, {
    env: { ...bareEnv(folder), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = async () => {
    await expect.poll(() => output, { timeout: 180_000 }).toMatch(/is ready: http\S+|\(pid \d+\)/)
    const found = /is ready: (\S+)/.exec(output)?.[1]
    return found ? new URL(found).origin : null
  }
  return { child, ended, ready, output: () => output }
}

let template: Promise<string> | undefined
/** A data folder that a first start has filled: creating a database takes longer than anything that is tested here. */
const filledFolder = async () => {
  template ??= (async () => {
    const made = mkdtempSync(join(tmpdir(), 'billfold-filled-'))
    chmodSync(made, 0o755)
    const first = start(made)
    await first.ready()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    return made
  })()
  const folder = dataFolder()
  execFileSync('cp', ['-a', `${await template}/.`, folder])
  return folder
}
afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true })
})

// The messages of all settings are tested in env.test.ts; here one of them is tested in a whole process.
test.each([
  [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535.'],
  // A folder that cannot be created.
  [{ DATA_DIR: '/proc/nowhere' }, /can't be created.*Set DATA_DIR|may not write there/],
])('a wrong setting %j stops the start with a sentence that names it', (env, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, serverCommand, {
    env: { ...testServerEnvironment, DATA_DIR: join(tmpdir(), 'never-made'), ...env },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(sentence)
  expect(stderr).not.toContain('    at ')
})

test('the stack of an error names the source, not the build', () => {
  const failing = 'data:text/javascript,process.stdout.write=()=>{throw new Error("on purpose")}'
  const { status, stderr } = spawnSync(process.execPath, ['--import', failing, ...serverCommand], {
    env: bareEnv(dataFolder()),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/Error: on purpose\n[\s\S]* at main \(\S*\/src\/app\/main\.ts:\d+:\d+\)/)])
})

test('a second app on the same data folder is refused by name; SIGTERM ends the first app with 0, and the database', async () => {
  const folder = await filledFolder()
  const first = start(folder)
  expect(await first.ready()).toMatch(/^http/)
  const second = start(folder)
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`(pid ${first.child.pid})`)
  expect(second.output()).toContain(folder)
  const at = Date.now()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(Date.now() - at).toBeLessThan(60_000)
  expect(postmasterPid(folder)).toBeNull()
}, 400_000)

test('after a SIGKILL of the app and of the database, the next start and the next request find all data', async () => {
  const folder = await filledFolder()
  const first = start(folder)
  const origin = await first.ready()
  expect((await fetch(`${origin}/api/customers`)).status).toBe(401)
  first.child.kill('SIGKILL')
  await first.ended
  const second = start(folder)
  const again = await second.ready()
  expect(again).toMatch(/^http/)
  stopDatabase(folder)
  await expect.poll(async () => (await fetch(`${again}/api/public/invoice/${'a'.repeat(24)}`)).status, { timeout: 60_000 }).toBe(404)
  expect(second.child.exitCode).toBeNull()

  // Without another start, the database ends by itself.
  const pid = postmasterPid(folder)!
  second.child.kill('SIGKILL')
  expect(await waitUntil(30_000, () => !isRunning(pid))).toBe(true)
}, 400_000)

/** Creates a signed-in user of a running app, by its database. */
const signIn = async (folder: string, origin: string) => {
  const beside = await startEmbedded({ dataDir: folder, exclusive: false, log: () => undefined })
  const database = openDatabase(await prepareDatabase(beside.connection, 'billfold_app'), { log: () => undefined })
  const deps = { database, secrets: createSecrets(loadMasterKeys(null, folder)), publicUrl: new URL(origin) }
  const { cookie } = await createSession(deps, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Tester' })
  await database.close()
  await beside.stop()
  return async (method: string, path: string, body?: object) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: reply.status, type: reply.headers.get('content-type'), body: (await reply.json()) as { id: number; message?: string } }
  }
}

test('while the database restarts, no user is signed out and every answer names the cause', async () => {
  const folder = await filledFolder()
  const app = start(folder)
  const call = await signIn(folder, (await app.ready())!)
  expect((await call('GET', '/api/customers')).status).toBe(200)
  const seen: Awaited<ReturnType<typeof call>>[] = []
  for (let kills = 0; kills < 2; kills++) {
    stopDatabase(folder)
    for (let good = 0; good < 3; ) {
      const replies = await Promise.all([
        call('GET', '/api/customers'),
        call('POST', '/api/customers', { name: 'A' }),
        call('GET', '/api/auth/user'),
      ])
      good = replies.every(({ status }) => status < 300) ? good + 1 : 0
      seen.push(...replies)
    }
  }
  const away = seen.filter(({ status }) => status === 503)
  expect(away.length).toBeGreaterThan(0)
  for (const reply of away)
    expect([reply.type, reply.body.message]).toEqual(['application/json; charset=utf-8', expect.stringMatching(/^The database/)])
  expect(seen.filter(({ status }) => status !== 503 && status >= 300)).toEqual([])
}, 400_000)

test('SIGTERM while an email hangs: the app ends with 0, stops the database, and the next start sends the email', async () => {
  const folder = await filledFolder()
  const taken: string[] = []
  const deaf = await startTestMailServer({ onData: (stream) => void stream.resume().on('end', () => taken.push('and never said so')) })
  const first = start(folder, { SMTP_URL: `smtp://127.0.0.1:${deaf.port}` })
  const call = await signIn(folder, (await first.ready())!)
  const customer = (await call('POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: 1 }]
  const invoice = {
    customerId: customer.id,
    invoiceNumber: 'I-1',
    status: 'sent',
    issueDate: '2026-01-01',
    dueDate: '2030-01-31',
    lineItems,
  }
  expect((await call('POST', '/api/invoices', invoice)).status).toBe(201)
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(1)
  const at = Date.now()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(Date.now() - at).toBeLessThan(60_000)
  // With the email the stop takes all the time that it has: on a slow disk the watchdog sees the database end.
  await expect.poll(() => postmasterPid(folder), { timeout: 60_000 }).toBeNull()
  await deaf.close()

  const good = await startTestMailServer()
  const second = start(folder, { SMTP_URL: `smtp://127.0.0.1:${good.port}` })
  await second.ready()
  await expect.poll(() => good.received.map(({ to }) => to), { timeout: 60_000 }).toEqual([['pay@acme.example']])
  await good.close()
}, 400_000)

test('entered provider keys are in neither the log nor any file', async () => {
  const folder = await filledFolder()
  const app = start(folder, { LOG_LEVEL: 'debug' })
  const call = await signIn(folder, (await app.ready())!)
  const keys = {
    stripePublishableKey: 'pk_test_seen_by_all_123',
    stripeSecretKey: 'sk_test_of_nobody_123',
    paypalClientSecret: 'wallet_of_nobody_123',
  }
  const made = await call('POST', '/api/business-profile', { businessName: 'Ada Works', ...keys })
  expect(made.status).toBe(201)
  const url = `/api/business-profile/${made.body.id}`
  for (const wrong of [{ pdfTheme: 'gothic' }, { version: 9 }, { stripePublishableKey: keys.stripeSecretKey }])
    expect((await call('PUT', url, { businessName: 'Ada Works', ...keys, ...wrong })).status).toBeGreaterThan(399)
  app.child.kill('SIGTERM')
  await app.ended
  const filesWith = (text: string) => spawnSync('grep', ['-rlaF', text, folder], { encoding: 'utf8' }).stdout
  expect(filesWith(keys.stripePublishableKey)).toContain('postgres')
  for (const secret of [keys.stripeSecretKey, keys.paypalClientSecret]) {
    expect(filesWith(secret)).toBe('')
    expect(app.output()).not.toContain(secret)
  }
}, 400_000)

test('a start without its key file, or with another one, is refused and writes nothing; with the old file it succeeds', async () => {
  const folder = await filledFolder()
  const path = join(folder, 'secret.key')
  const key = readFileSync(path)
  const refusal = () => spawnSync(process.execPath, serverCommand, { env: bareEnv(folder), encoding: 'utf8' })

  rmSync(path)
  const missing = refusal()
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining(`The key file ${path} is missing`)])
  expect(missing.stderr).toContain('npm run rotate-key -- --discard-unreadable')
  expect(missing.stderr).not.toContain('    at ')
  expect(existsSync(path)).toBe(false)
  expect(postmasterPid(folder)).toBeNull()

  writeFileSync(path, Buffer.alloc(32, 3).toString('base64'), { mode: 0o600 })
  const other = refusal()
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining(`The key file ${path} holds another key`)])
  expect(other.stderr).not.toContain('    at ')
  expect(postmasterPid(folder)).toBeNull()

  writeFileSync(path, key)
  chmodSync(path, 0o644)
  const second = start(folder)
  expect(await second.ready()).toMatch(/^http/)
  expect(second.output()).toContain(`could read the key file ${path} (mode 644). It is now restricted to its owner`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
}, 400_000)

test('two nodes that start at the same time on a new server run the migrations once', async () => {
  const { inject } = await import('vitest')
  const { owner } = inject('testServer')
  const name = `nodes_${process.pid}_${Date.now()}`
  const admin = new Client({ ...owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const url = new URL('postgres://localhost')
    url.username = String(owner.user)
    url.password = encodeURIComponent(String(owner.password))
    url.pathname = name
    url.searchParams.set('host', String(owner.host))
    url.port = String(owner.port ?? 5432)
    const env = { DATABASE_URL: url.href, DATABASE_APP_ROLE: name, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const nodes = [start(dataFolder(), env), start(dataFolder(), env)]
    for (const node of nodes) expect(await node.ready()).toMatch(/^http/)
    for (const node of nodes) node.child.kill('SIGTERM')
    for (const node of nodes) expect(await node.ended).toBe(0)
    const look = new Client({ ...owner, database: name })
    await look.connect()
    const { rows } = await look.query('select hash, count(*)::int as times from drizzle.__drizzle_migrations group by hash')
    await look.end()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.times === 1)).toBe(true)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  }
}, 400_000)
