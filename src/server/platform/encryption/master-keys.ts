import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Env, SettingError } from '#server/platform/config/env.ts'
import { openOwnerPool } from '#server/platform/db/owner-pool.ts'

/** Where the master keys are read: the present one first, then those that may still be needed to open what was sealed before. */
export type MasterKeys = { read(): Buffer[] }

/** A file that holds a key a line, the present one first. */
export type KeyFile = MasterKeys & {
  path: string
  /** Puts these keys in the place of those that are there; whoever reads meanwhile gets the one or the other, whole. */
  write(keys: readonly Buffer[]): void
  /** Removes what a process left that was killed while it wrote. */
  removeDrafts(): void
}

/** By what a master key is known beside the data that it sealed; it tells nothing of the key. */
export const getKeyId = (key: Buffer): string => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)

/** A key a line, in base64. */
export const parseKeys = (text: string): Buffer[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'))

const writeSafely = (path: string, keys: readonly Buffer[]) => {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, keys.map((key) => key.toString('base64')).join('\n'))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chmodSync(path, 0o600)
}

/**
 * The key file of a data folder. It is not made here: see `makeKeyFile`.
 * @throws SettingError on reading, when there is none or what is there isn't a key a line
 */
export const openKeyFile = (dataDir: string): KeyFile => {
  const path = join(dataDir, 'secret.key')
  const draft = `${path}.${process.pid}`
  return {
    path,
    read: () => {
      if (!existsSync(path)) throw new SettingError(`There is no key file ${path}. Put it back, or set SECRET_KEY.`)
      const keys = parseKeys(readFileSync(path, 'utf8'))
      if (keys.length === 0 || keys.some((key) => key.length !== 32))
        throw new SettingError(`The key file ${path} doesn't hold 32 bytes in base64. Restore it from your backup.`)
      return keys
    },
    write: (keys) => {
      writeSafely(draft, keys)
      renameSync(draft, path)
    },
    removeDrafts: () => {
      for (const name of readdirSync(dataDir)) if (/^secret\.key\.\d+$/.test(name)) rmSync(join(dataDir, name), { force: true })
    },
  }
}

/** The key file of a data folder, with a new key where there is none yet; it must be kept with the data. */
export const createKeyFile = (dataDir: string): KeyFile => {
  const file = openKeyFile(dataDir)
  if (existsSync(file.path)) return file
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file.path}.${process.pid}`
  // Written aside and linked, so that two first starts at one moment agree on one key and no half-written file is ever read.
  writeSafely(draft, [randomBytes(32)])
  try {
    linkSync(draft, file.path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return file
}

/**
 * The master keys: from the environment (base64) when one is set there, else from the key file.
 * @param previous former keys of the environment, for opening only
 */
export const loadMasterKeys = (fromEnv: string | null, dataDir: string, previous: readonly string[] = []): MasterKeys => {
  if (!fromEnv) return openKeyFile(dataDir)
  const keys = [fromEnv, ...previous].map((text) => Buffer.from(text, 'base64'))
  return { read: () => keys }
}

/** Takes a key file that other accounts may read away from them, as ssh asks for its own keys. */
const closeToOthers = (path: string, log: (line: string) => void) => {
  const isOpen = () => (statSync(path).mode & 0o077) !== 0
  if (!existsSync(path) || !isOpen()) return
  const mode = (statSync(path).mode & 0o777).toString(8)
  try {
    chmodSync(path, 0o600)
  } catch {
    // Judged by what the file looks like afterwards.
  }
  if (isOpen())
    throw new SettingError(
      `Other accounts of this machine may read the key file ${path} (mode ${mode}), and its mode can't be changed. Run as its owner or as root: chmod 600 ${path}`,
    )
  log(
    `WARNING: other accounts of this machine could read the key file ${path} (mode ${mode}). It is closed to them now (mode 600). If one of them may have read it, change the key: npm run rotate-key`,
  )
}

/** How to reach the database as the role that owns the tables. */
type Owner = Parameters<typeof openOwnerPool>[0]

/** The ids of the keys that the server's own secrets are sealed with: there are some from the first start on. */
const keyIdsIn = async (owner: Owner): Promise<string[]> => {
  const pool = openOwnerPool(owner, { max: 1, log: () => undefined })
  try {
    const { rows: found } = await pool.query<{ isThere: boolean }>(`select to_regclass('public.server_keys') is not null as "isThere"`)
    if (!found[0]!.isThere) return []
    const { rows } = await pool.query<{ keyId: string }>('select distinct key_id as "keyId" from public.server_keys order by 1')
    return rows.map(({ keyId }) => keyId)
  } finally {
    await pool.end()
  }
}

type KeySettings = Pick<Env, 'secretKey' | 'secretKeyPrevious' | 'dataDir'>

/**
 * The master keys that fit a database. Only a database without secrets gets a new key file: beside one with secrets a new key would hide that the old
 * one is missing. Checked before anything is written.
 * @throws SettingError when the key is missing, is another one, or can be read by other accounts
 */
export const openMasterKeys = async (
  { secretKey, secretKeyPrevious, dataDir }: KeySettings,
  owner: Owner,
  log: (line: string) => void,
): Promise<MasterKeys> => {
  const wanted = await keyIdsIn(owner)
  const { path } = openKeyFile(dataDir)
  const wayOut = `Put the old key back (it is kept apart from the backups) or set SECRET_KEY to it, then start again. Without it, the stored payment keys and the second factors of accounts can't be opened. To go on without them: npm run rotate-key -- --discard-unreadable`
  if (!secretKey && wanted.length > 0 && !existsSync(path))
    throw new SettingError(
      `The key file ${path} is missing, and the database holds secrets that were sealed with it. Nothing was changed. ${wayOut}`,
    )
  if (!secretKey) closeToOthers(path, log)
  const keys = secretKey || existsSync(path) ? loadMasterKeys(secretKey, dataDir, secretKeyPrevious) : createKeyFile(dataDir)
  const known = keys.read().map(getKeyId)
  const unknown = wanted.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw new SettingError(
      `${secretKey ? 'SECRET_KEY' : `The key file ${path}`} holds another key (${known[0]}) than the one that the database's secrets were sealed with (${unknown.join(', ')}). Nothing was changed. ${wayOut}`,
    )
  return keys
}
