import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage, mentionsFullDisk } from './errors.ts'
import { pathExists } from './folders.ts'
import type { ClusterLocation } from './location.ts'
import { isRoot } from './system-account.ts'

/** The name of the owner of everything, a superuser of this server. */
export const OWNER = 'billfold'

/** What the server's programs are given: nothing of the app's own environment, which holds secrets and PG* variables. */
export const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Tried in turn: an old or trimmed system may lack the first. PostgreSQL's built-in one sorts alike. */
const locales = [['--locale=C.UTF-8'], ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]

const run = (program: string, args: string[], place: ClusterLocation) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, { ...place.account.spawnAs, cwd: '/', env: bareEnvironment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })

/** The sentence for a program of the server that the system won't run at all. */
export const cannotRunError = (program: string, place: ClusterLocation, error: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    getErrorCode(error) === 'EPERM'
      ? `Billfold runs as root, but may not run PostgreSQL as the account ${place.account.name} here. Start Billfold as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`
      : `${program} can't be run on this system (${getErrorMessage(error)}). Set DATABASE_URL to a PostgreSQL server instead.`,
    { cause: error },
  )

/** Makes the change of names in a folder last through a power cut. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const writePassword = async (file: string, password: string): Promise<void> => {
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

const initialise = async (place: ClusterLocation, binaries: Binaries): Promise<void> => {
  // A start that was killed leaves such a folder behind; its initdb may even still be at work in it.
  for (const name of await readdir(place.root))
    if (name.startsWith('new-')) await rm(join(place.root, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)

  const { account } = place
  const nursery = await mkdtemp(join(place.root, 'new-'))
  const password = randomBytes(24).toString('base64url')
  await writeFile(join(nursery, 'password'), password, { mode: 0o600 })
  if (isRoot()) for (const path of [nursery, join(nursery, 'password')]) await chown(path, account.uid, account.gid)

  let complaint = ''
  for (const locale of locales) {
    const fixed = ['-U', OWNER, '--auth=scram-sha-256', '-E', 'UTF8', '--data-checksums', '--no-instructions']
    const files = ['-D', join(nursery, 'data'), `--pwfile=${join(nursery, 'password')}`]
    const { code, output } = await run(binaries.initdb, [...fixed, ...locale, ...files], place).catch((error) => {
      throw cannotRunError(binaries.initdb, place, error)
    })
    complaint = code === 0 ? '' : output
    if (code === 0 || !/locale/i.test(output.split('\n').find((line) => line.includes('error:')) ?? '')) break
    await rm(join(nursery, 'data'), { recursive: true, force: true })
  }
  if (complaint !== '') {
    await rm(nursery, { recursive: true, force: true })
    if (mentionsFullDisk(complaint)) throw diskFullError(place.dataDir)
    const reason = complaint.match(/(?:error|fatal): *(.+)/i)?.[1] ?? complaint.trim().split('\n').at(-1)
    throw new EmbeddedDatabaseError(
      `PostgreSQL could not make a database in ${place.root}: ${reason}. Mend that and start Billfold again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  // The password stands before the data does: no kill in between can leave data that nobody can open.
  await writePassword(place.passwordFile, password)
  await rename(join(nursery, 'data'), place.cluster)
  await syncFolder(place.root)
  await rm(nursery, { recursive: true, force: true })
}

const checkVersion = async ({ cluster, root }: ClusterLocation, { major }: Binaries): Promise<void> => {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === major) return
  throw new EmbeddedDatabaseError(
    found === ''
      ? `${cluster} is not a PostgreSQL data folder (PG_VERSION is missing or can't be read). Put the folder back from a copy, or move ${root} away to begin with an empty database.`
      : `The database in ${cluster} was made by PostgreSQL ${found}, and this Billfold brings PostgreSQL ${major}, which can't read it. Start the Billfold that made it and back it up there, move ${root} away, then start this one and restore the backup.`,
  )
}

/**
 * Makes the database's files if there are none, and checks that this server can read those that are there. However
 * often a first start is killed, the folder is either absent or complete. To be called under the start lock.
 */
export const ensureCluster = async (place: ClusterLocation, binaries: Binaries, log: (line: string) => void): Promise<void> => {
  if (await pathExists(place.cluster)) return checkVersion(place, binaries)
  log(`A new PostgreSQL ${binaries.major} database is made in ${place.root}.`)
  await initialise(place, binaries)
}

/** The superuser's password. Throws EmbeddedDatabaseError when its file is gone or may not be read. */
export const readPassword = async ({ passwordFile, cluster }: ClusterLocation): Promise<string> => {
  const password = await readFile(passwordFile, 'utf8').catch((error) => {
    throw new EmbeddedDatabaseError(
      `The password of the database in ${cluster} can't be read (${getErrorMessage(error)}). Put the file ${passwordFile} back from a copy, readable by the account that runs Billfold.`,
      { cause: error },
    )
  })
  if (isRoot()) return password.trim()
  const { mode } = await stat(passwordFile)
  if ((mode & 0o077) !== 0)
    throw new EmbeddedDatabaseError(`${passwordFile} can be read by other accounts. Close it: chmod 600 ${passwordFile}`)
  return password.trim()
}
