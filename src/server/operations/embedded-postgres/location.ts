import { createHash } from 'node:crypto'
import { chmod, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EmbeddedDatabaseError } from './errors.ts'
import { chownTree, createFolder, pathExists } from './folders.ts'
import { findInaccessibleFolder, getDefaultAccount, getOwner, isRoot, type SystemAccount } from './system-account.ts'

export type ClusterLocation = {
  dataDir: string
  root: string
  cluster: string
  sockets: string
  passwordFile: string
  logFile: string
  lockFile: string
  copies: string
  account: SystemAccount
}

type Log = (line: string) => void

/** Used as root when the account that the database runs as cannot reach the data folder. */
const SHARED = '/var/lib/billfold'
/** The maximum length of a Unix socket's path, in bytes. */
const MAX_SOCKET_BYTES = process.platform === 'darwin' ? 103 : 106
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Below /tmp when the path is too long for a socket. */
const socketFolder = (root: string): string => {
  const inside = join(root, 'run')
  return Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= MAX_SOCKET_BYTES ? inside : `/tmp/billfold-${hash(root)}`
}

const locationAt = (dataDir: string, root: string, account: SystemAccount): ClusterLocation => ({
  dataDir,
  root,
  cluster: join(root, 'data'),
  sockets: socketFolder(root),
  passwordFile: join(root, 'password'),
  logFile: join(root, 'server.log'),
  lockFile: join(root, 'start.lock'),
  copies: isRoot() ? SHARED : root,
  account,
})

const locateAsUser = async (dataDir: string, wanted: string, shared: string): Promise<ClusterLocation> => {
  const account = await getDefaultAccount()
  const holder = await stat(join(wanted, 'data')).catch(() => undefined)
  const own = holder ?? (await stat(wanted).catch(() => undefined))
  if (own && own.uid !== account.uid)
    throw new EmbeddedDatabaseError(
      `The database in ${wanted} belongs to another account (${(await getOwner(own)).name}), because Billfold was first started by root or by that account. Start it as before, or give the folder to the account ${account.name} (chown -R ${account.uid}:${account.gid} ${wanted}), or set DATA_DIR to another folder.`,
    )
  if (!holder && (await pathExists(shared)))
    throw new EmbeddedDatabaseError(
      `The database of ${dataDir} is in ${shared}, because Billfold was first started as root. Start it as root again, or set DATA_DIR to another folder to begin with an empty database.`,
    )
  return locationAt(dataDir, wanted, account)
}

/** A database of root (a restored copy) is given to the default account. */
const resolveAccount = async (cluster: string, log: Log): Promise<SystemAccount> => {
  const owner = await getOwner(await stat(cluster))
  if (owner.uid !== 0) return owner
  const account = await getDefaultAccount()
  log(`The database in ${cluster} belongs to root, as which PostgreSQL refuses to run: it is given to the account ${account.name}.`)
  await chownTree(cluster, account)
  return account
}

/** The contents keep their own permissions. */
const openDataFolder = async (folder: string, account: SystemAccount, log: Log): Promise<void> => {
  const { mode, uid } = await stat(folder)
  if (uid !== 0 || (await findInaccessibleFolder(folder, account)) !== folder) return
  await chmod(folder, (mode & 0o777) | 0o011)
  log(
    `The folder ${folder} was opened for passing through (not for listing), so that the account ${account.name} can reach its database in it.`,
  )
}

const locateAsRoot = async (dataDir: string, folder: string, wanted: string, shared: string, log: Log): Promise<ClusterLocation> => {
  const [here, there] = [await pathExists(join(wanted, 'data')), await pathExists(join(shared, 'data'))]
  const account = here
    ? await resolveAccount(join(wanted, 'data'), log)
    : there
      ? await resolveAccount(join(shared, 'data'), log)
      : await getDefaultAccount()
  if (here || !there) await openDataFolder(folder, account, log)
  const closed = await findInaccessibleFolder(folder, account)
  if (here && closed)
    throw new EmbeddedDatabaseError(
      `The database in ${wanted} runs as the account ${account.name}, which can't enter ${closed}. Let it through (chmod o+x ${closed}) or move the data folder and set DATA_DIR.`,
    )
  if (here || (!there && !closed)) return locationAt(dataDir, wanted, account)
  log(
    closed
      ? `The database is kept in ${shared}, because PostgreSQL runs as the account ${account.name}, which can't enter ${closed}.`
      : `The database is kept in ${shared}, where it was first made.`,
  )
  return locationAt(dataDir, shared, account)
}

export const hasDatabase = async (dataDir: string): Promise<boolean> => {
  const folder = await realpath(resolve(dataDir)).catch(() => undefined)
  if (folder === undefined) return false
  return (await pathExists(join(folder, 'postgres', 'data'))) || pathExists(join(SHARED, hash(folder), 'data'))
}

/** An existing database is always found again: a change of permissions or of the account never starts an empty one. */
export const resolveLocation = async (dataDir: string, log: Log): Promise<ClusterLocation> => {
  const given = resolve(dataDir)
  await createFolder(given)
  const folder = await realpath(given)
  const wanted = join(folder, 'postgres')
  const shared = join(SHARED, hash(folder))
  const location = isRoot() ? await locateAsRoot(given, folder, wanted, shared, log) : await locateAsUser(given, wanted, shared)
  await createFolder(location.root)
  return location
}
