import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { findPostmaster } from './postmaster.ts'

const steps: (() => Promise<unknown>)[] = []
let model: Promise<string> | undefined

/** To be called once by each test file: the files of a worker share this module, which is evaluated for the first of them only. */
export const cleanUpAfterEach = () => {
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })
  afterEach(async () => {
    for (const step of steps.splice(0).reverse()) await step()
  })
  afterAll(async () => {
    if (model) await rm(await model, { recursive: true, force: true })
    model = undefined
  })
}

/** Runs a step after the test; the steps run in reverse order. */
export const onCleanup = (step: () => Promise<unknown>) => steps.push(step)

/** An empty folder that other accounts can enter only with `open`. */
export const createTempFolder = async ({ open = false } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-test-'))
  if (open) await chmod(folder, 0o755)
  onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

export const start = async (dataDir: string, options: { exclusive?: boolean; log?: (line: string) => void } = {}) => {
  const database = await startEmbedded({ dataDir, exclusive: true, log: () => undefined, ...options })
  onCleanup(database.stop)
  return database
}

const makeModel = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-model-'))
  const database = await startEmbedded({ dataDir: folder, exclusive: true, log: () => undefined })
  await database.stop()
  return folder
}

/** A data folder with a database: a copy, because creating each one takes most of the time. */
export const createUsedFolder = async () => {
  const folder = await createTempFolder()
  model ??= makeModel()
  await cp(await model, folder, { recursive: true })
  return folder
}

export const queryValue = async (database: Pick<EmbeddedDatabase, 'connection'>, sql: string) => {
  const client = new pg.Client(database.connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query<{ answer: unknown }>(sql)
    .then(({ rows }) => rows[0]?.answer)
    .finally(() => client.end())
}

export const getPostmasterPid = async ({ location }: { location: string }) => (await findPostmaster(join(location, 'data')))?.pid

export const script = `
  const { startEmbedded } = await import(process.argv[1])
  const log = (line) => console.log(JSON.stringify({ log: line }))
  try {
    const database = await startEmbedded({ dataDir: process.argv[2], exclusive: process.argv[3] !== 'tool', log })
    console.log(JSON.stringify({ connection: database.connection, location: database.location }))
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
  } catch (error) {
    console.log(JSON.stringify({ refusal: error.message, name: error.name }))
  }
`
type Told = Partial<EmbeddedDatabase> & { refusal?: string; name?: string }

/** Starts the database in a child process. @returns its result */
export const startInChildProcess = async (
  dataDir: string,
  { as, role = 'app' }: { as?: { uid: number; gid: number }; role?: 'app' | 'tool' } = {},
) => {
  const args = ['--input-type=module', '-e', script, join(import.meta.dirname, 'embedded.ts'), dataDir, role]
  const child: ChildProcess = spawn(process.execPath, args, {
    ...as,
    cwd: '/',
    env: { PGPORT: '1', PGHOST: 'nowhere' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onCleanup(async () => child.kill('SIGKILL'))
  const logged: string[] = []
  for await (const line of createInterface(child.stdout!)) {
    const told = JSON.parse(line) as Told & { log?: string }
    if (told.log !== undefined) logged.push(told.log)
    else return { child, told, logged, database: told as EmbeddedDatabase }
  }
  throw new Error(`the process said nothing: ${logged.join(' ')}`)
}

export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export const createNote = `create table note as select 'kept' as text`
export const readNote = 'select text as answer from note'
