import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#server/platform/files/folders.ts'
import type { Binaries } from './binaries.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage, mentionsFullDisk } from './errors.ts'
import { pathExists } from './folders.ts'
import type { ClusterLocation } from './location.ts'
import { isRoot } from './system-account.ts'

export const OWNER = 'billfold'

/** Without the app's own variables: those contain secrets and PG* settings. */
export const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Tried in this order: an old or minimal system may lack the first. PostgreSQL's built-in locale sorts alike. */
const locales = [['--locale=C.UTF-8'], ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]

const run = (program: string, args: string[], location: ClusterLocation) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, { ...location.account.spawnAs, cwd: '/', env: bareEnvironment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })

export const cannotRunError = (program: string, location: ClusterLocation, error: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    getErrorCode(error) === 'EPERM'
      ? `Billfold runs as root, but may not run PostgreSQL as the account ${location.account.name} here. Start Billfold as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`
      : `${program} can't be run on this system (${getErrorMessage(error)}). Set DATABASE_URL to a PostgreSQL server instead.`,
    { cause: error },
  )

const writePassword = async (file: string, password: string): Promise<void> => {
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

const initialise = async (location: ClusterLocation, binaries: Binaries): Promise<void> => {
  // Left by a killed start; its initdb may even still be running in it.
  for (const name of await readdir(location.root))
    if (name.startsWith('new-')) await rm(join(location.root, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)

  const { account } = location
  const staging = await mkdtemp(join(location.root, 'new-'))
  const password = randomBytes(24).toString('base64url')
  await writeFile(join(staging, 'password'), password, { mode: 0o600 })
  if (isRoot()) for (const path of [staging, join(staging, 'password')]) await chown(path, account.uid, account.gid)

  let failure = ''
  for (const locale of locales) {
    const fixed = ['-U', OWNER, '--auth=scram-sha-256', '-E', 'UTF8', '--data-checksums', '--no-instructions']
    const files = ['-D', join(staging, 'data'), `--pwfile=${join(staging, 'password')}`]
    const { code, output } = await run(binaries.initdb, [...fixed, ...locale, ...files], location).catch((error) => {
      throw cannotRunError(binaries.initdb, location, error)
    })
    failure = code === 0 ? '' : output
    if (code === 0 || !/locale/i.test(output.split('\n').find((line) => line.includes('error:')) ?? '')) break
    await rm(join(staging, 'data'), { recursive: true, force: true })
  }
  if (failure !== '') {
    await rm(staging, { recursive: true, force: true })
    if (mentionsFullDisk(failure)) throw diskFullError(location.dataDir)
    const reason = failure.match(/(?:error|fatal): *(.+)/i)?.[1] ?? failure.trim().split('\n').at(-1)
    throw new EmbeddedDatabaseError(
      `PostgreSQL could not create a database in ${location.root}: ${reason}. Fix that and start Billfold again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  // The password is written before the data is moved: a kill in between cannot leave data without its password.
  await writePassword(location.passwordFile, password)
  await rename(join(staging, 'data'), location.cluster)
  await syncFolder(location.root)
  await rm(staging, { recursive: true, force: true })
}

const checkVersion = async ({ cluster, root }: ClusterLocation, { major }: Binaries): Promise<void> => {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === major) return
  throw new EmbeddedDatabaseError(
    found === ''
      ? `${cluster} is not a PostgreSQL data folder (PG_VERSION is missing or can't be read). Restore the folder from a copy, or move ${root} away to begin with an empty database.`
      : `The database in ${cluster} was created by PostgreSQL ${found}, and this Billfold brings PostgreSQL ${major}, which can't read it. Start the Billfold version that created it and back it up there, move ${root} away, then start this one and restore the backup.`,
  )
}

/** Even when first starts are killed, the folder is either missing or complete. Must be called under the start lock. */
export const ensureCluster = async (location: ClusterLocation, binaries: Binaries, log: (line: string) => void): Promise<void> => {
  if (await pathExists(location.cluster)) return checkVersion(location, binaries)
  log(`A new PostgreSQL ${binaries.major} database is created in ${location.root}.`)
  await initialise(location, binaries)
}

export const readPassword = async ({ passwordFile, cluster }: ClusterLocation): Promise<string> => {
  const password = await readFile(passwordFile, 'utf8').catch((error) => {
    throw new EmbeddedDatabaseError(
      `The password of the database in ${cluster} can't be read (${getErrorMessage(error)}). Restore the file ${passwordFile} from a copy, readable by the account that runs Billfold.`,
      { cause: error },
    )
  })
  if (isRoot()) return password.trim()
  const { mode } = await stat(passwordFile)
  if ((mode & 0o077) !== 0)
    throw new EmbeddedDatabaseError(`${passwordFile} can be read by other accounts. Restrict it: chmod 600 ${passwordFile}`)
  return password.trim()
}
