import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { getDefaultAccount, isRoot } from '#server/operations/embedded-postgres/system-account.ts'

const programs = '/usr/lib/postgresql/15/bin'
/** The oldest PostgreSQL that Billfold runs on, where Debian's packages postgresql-15 and postgresql-contrib are installed. */
export const hasPostgreSql15 = existsSync(join(programs, 'initdb'))

const canConnect = async (owner: ClientConfig) => {
  const client = new Client(owner)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** Starts an empty PostgreSQL 15 on a socket. `stop` deletes it. */
export const startPostgreSql15 = async (): Promise<{ owner: ClientConfig; stop(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-pg15-'))
  const account = await getDefaultAccount()
  if (isRoot()) chownSync(folder, account.uid, account.gid)
  const options = { ...account.spawnAs, cwd: '/', stdio: 'ignore' } as const
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'tester', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    options,
  )
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'shared_buffers=32MB']
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options)
  const ended = once(child, 'exit')
  const owner = { host: folder, port: 5432, user: 'tester', password: 'not asked for', database: 'postgres' }
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (child.exitCode === null && !(await canConnect(owner))) await sleep(50)
  if (child.exitCode !== null) throw new Error(`PostgreSQL 15 ended with ${child.exitCode}`)
  return { owner, stop }
}
