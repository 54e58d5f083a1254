import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { exitWithParent, serverCommand, testServerEnvironment } from '#root/scripts/server-command.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { nextCursorHeader } from '#shared/endpoint.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { formatDatabaseUrl } from './database-url.ts'
import { createSession } from './session.ts'

export type ServerNode = {
  origin: string
  /** Stays until `close`, also after the process was stopped. */
  dataDir: string
  /** Sends SIGTERM; resolves once the process has ended. */
  stop(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** The exit code; null when a signal ended the process. */
  ended: Promise<number | null>
  /** Peak memory so far, in MB. */
  mostMemory(): number
  /** Everything written so far to stdout and stderr. */
  log(): string
  send(cookie: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<NodeReply>
}
/** `next` is the cursor of a list's next page. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the JSON's shape themselves
export type NodeReply = { status: number; body: any; bytes: Buffer; next: string | null }

/** The master key of all nodes. */
export const nodeKey = Buffer.alloc(32, 7)

/**
 * Starts server processes on one database, each with its own settings, as on several machines. Call `close` when done.
 * @param databaseTimeZone time zone of the database's sessions
 * @param root folder of the server's sources; others than this project's are run as they are, without a build
 * @param on creates the database, where it should not be a copy of the test run's
 * @returns the nodes, the database, and `person`, which creates a user with a session
 */
export const startNodes = async (
  settings: Record<string, string>[],
  {
    databaseTimeZone,
    root = '.',
    on = createTestDatabase,
  }: { databaseTimeZone?: string; root?: string; on?: () => Promise<TestDatabase> } = {},
) => {
  const test = await on()
  if (databaseTimeZone) {
    const owner = new Client(test.owner)
    await owner.connect()
    await owner.query(`alter database ${test.owner.database} set timezone to '${databaseTimeZone}'`)
    await owner.end()
  }
  const all: ServerNode[] = []
  const start = async (each: Record<string, string>[], from = root) => {
    const started = await Promise.all(each.map((env) => startNode(test, env, from)))
    all.push(...started)
    return started
  }
  const nodes = await start(settings)
  return {
    nodes,
    /** Starts further nodes on the same database, of these or other sources. */
    start,
    test,
    close: async () => {
      await Promise.all(all.map((node) => node.stop()))
      for (const { dataDir } of all) rmSync(dataDir, { recursive: true, force: true })
      await test.drop()
    },
    person: (name: string) =>
      createSession(
        { database: test.database, secrets: createSecrets(nodeKey), publicUrl: new URL(nodes[0]!.origin) },
        { email: `${name}@example.com`, firstName: name, lastName: 'Tester' },
      ),
  }
}

const startNode = async (test: TestDatabase, env: Record<string, string>, root: string): Promise<ServerNode> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-node-'))
  // The bundle is of this checkout: other sources, such as copies with planted faults, run as they are.
  const command = root === '.' ? serverCommand : ['src/app/main.ts']
  const child = spawn(process.execPath, [...exitWithParent, ...command], {
    cwd: root,
    env: {
      ...testServerEnvironment,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: formatDatabaseUrl(test.owner),
      DATABASE_APP_ROLE: String(test.app.user),
      SECRET_KEY: nodeKey.toString('base64'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk
      const found = /Billfold is ready: (\S+)/.exec(output)?.[1]
      // Behind a proxy the log has the proxy's address.
      if (found) resolve(env.PORT ? `http://127.0.0.1:${env.PORT}` : new URL(found).origin.replace('localhost', '127.0.0.1'))
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    origin,
    dataDir,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    ended,
    mostMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    log: () => output,
    send: async (cookie, method, path, body, headers = {}) => {
      const reply = await fetch(origin + path, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await reply.arrayBuffer())
      const isJson = reply.headers.get('content-type')?.includes('json')
      const next = reply.headers.get(nextCursorHeader)
      return { status: reply.status, body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(), bytes, next }
    },
  }
}
