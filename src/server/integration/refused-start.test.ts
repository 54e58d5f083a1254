import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { serverCommand, testServerCommand, testServerEnvironment } from '#root/scripts/server-command.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'

// What an operator reads when a start finds something wrong.

const folder = mkdtempSync(join(tmpdir(), 'billfold-refused-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const getEnv = (settings: Record<string, string>) => {
  const all = { ...testServerEnvironment, DATA_DIR: folder, PORT: '0', SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), ...settings }
  return all as unknown as NodeJS.ProcessEnv
}

/** Runs a start that is refused. */
const startRefused = (env: Record<string, string>, ...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [...serverCommand, ...args], {
    env: getEnv(env),
    encoding: 'utf8',
  })
  return { status, message: stderr.trim() }
}

test('what can’t be opened is refused by the name of its own setting, without a stack; the rest is warned of, one line each', async () => {
  const { owner, app } = await withTestDatabase()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const database = { DATABASE_URL: formatDatabaseUrl(owner), DATABASE_APP_ROLE: String(app.user) }
  const refused: [Record<string, string>, RegExp, ...string[]][] = [
    [{ METRICS_PORT: String(port) }, new RegExp(`^The port ${port} is already in use.* set METRICS_PORT to another one`)],
    [{ METRICS_PORT: String(port), METRICS_HOST: '192.0.2.1' }, /^METRICS_HOST must be a name or address of this machine.*192\.0\.2\.1/],
    [{ PORT: String(port), HOST: '127.0.0.1' }, new RegExp(`^The port ${port} is already in use.* set PORT to another one`)],
    [{ HOST: '192.0.2.1' }, /HOST must be a name or address of this machine.*192\.0\.2\.1/],
    [{ HOST: 'never.invalid' }, /HOST must be a name or address of this machine.*never\.invalid/],
    [{ DATABASE_URL: `${database.DATABASE_URL}&sslmode=require` }, /^The database server of DATABASE_URL .* does not offer TLS/],
    [{}, /^--port has no effect.*environment variables/, '--port', '4000'],
  ]
  for (const [env, sentence, ...args] of refused) {
    const { status, message } = startRefused({ ...database, ...env }, ...args)
    expect([status, message]).toEqual([1, expect.stringMatching(sentence)])
    expect(message).not.toContain('    at ')
  }
  taken.close()

  const plain = `plain_${process.pid}_${Date.now()}`
  const admin = new Client({ ...owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${plain} login password 'secret'`)
  await admin.query(`create database ${plain} owner ${plain}`)
  try {
    const DATABASE_URL = formatDatabaseUrl({ ...owner, user: plain, password: 'secret', database: plain })
    const settings = { DATABASE_URL, DATABASE_APP_ROLE: 'billfold_app', SMTP_ULR: 'smtp://localhost', LOG_FORMAT: 'text' }
    const node = spawn(process.execPath, testServerCommand, { env: getEnv(settings), stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [node.stdout, node.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Billfold is ready')
    node.kill('SIGTERM')
    await once(node, 'exit')
    const warnings = output.split('\n').filter((line) => line !== '' && !line.startsWith('Billfold is ready'))
    expect(warnings).toEqual([expect.stringContaining('Is SMTP_URL meant?'), expect.stringContaining(`may not create roles`)])
  } finally {
    await admin.query(`drop database if exists ${plain} with (force)`)
    await admin.query(`drop role if exists ${plain}`)
    await admin.end()
  }
}, 400_000)
