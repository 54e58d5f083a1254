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
import { openOwnerPool } from '#server/platform/db/driver.ts'

/** The current one first, then former ones that may still be needed for decryption. */
export type MasterKeys = { read(): Buffer[] }

/** One key per line, the current one first. */
export type KeyFile = MasterKeys & {
  path: string
  /** Atomically: a concurrent reader gets the old or the new ones, complete. */
  write(keys: readonly Buffer[]): void
  removeDrafts(): void
}

/** A hash: it is stored beside what the key encrypted and reveals nothing about the key. */
export const getKeyId = (key: Buffer): string => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)

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

/** @throws SettingError on reading, when the file is missing or does not contain one key per line */
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

/** With a new key when there is none. The file must be kept together with the data. */
export const createKeyFile = (dataDir: string): KeyFile => {
  const file = openKeyFile(dataDir)
  if (existsSync(file.path)) return file
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file.path}.${process.pid}`
  // Written to a temporary file and linked, so that two first starts at the same time agree on one key and no partial file is ever read.
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

/** From the environment (base64) when a key is set there, otherwise from the key file. `previous` are for decryption only. */
export const loadMasterKeys = (fromEnv: string | null, dataDir: string, previous: readonly string[] = []): MasterKeys => {
  if (!fromEnv) return openKeyFile(dataDir)
  const keys = [fromEnv, ...previous].map((text) => Buffer.from(text, 'base64'))
  return { read: () => keys }
}

/** As ssh requires for its keys. */
const restrictToOwner = (path: string, log: (line: string) => void) => {
  const isReadableByOthers = () => (statSync(path).mode & 0o077) !== 0
  if (!existsSync(path) || !isReadableByOthers()) return
  const mode = (statSync(path).mode & 0o777).toString(8)
  try {
    chmodSync(path, 0o600)
  } catch {
    // The check below decides.
  }
  if (isReadableByOthers())
    throw new SettingError(
      `Other accounts of this machine may read the key file ${path} (mode ${mode}), and its mode can't be changed. Run as its owner or as root: chmod 600 ${path}`,
    )
  log(
    `WARNING: other accounts of this machine could read the key file ${path} (mode ${mode}). It is now restricted to its owner (mode 600). If another account may have read it, rotate the key: npm run rotate-key`,
  )
}

type Owner = Parameters<typeof openOwnerPool>[0]

/** They exist from the first start on. */
const listKeyIds = async (owner: Owner): Promise<string[]> => {
  const pool = openOwnerPool(owner, { max: 1, log: () => undefined })
  try {
    const { rows: found } = await pool.query<{ exists: boolean }>(`select to_regclass('public.server_keys') is not null as "exists"`)
    if (!found[0]!.exists) return []
    const { rows } = await pool.query<{ keyId: string }>('select distinct key_id as "keyId" from public.server_keys order by 1')
    return rows.map(({ keyId }) => keyId)
  } finally {
    await pool.end()
  }
}

type KeySettings = Pick<Env, 'secretKey' | 'secretKeyPrevious' | 'dataDir'>

/**
 * Only a database without secrets gets a new key file: otherwise a new key would hide that the old one is missing. Nothing is written
 * before these checks.
 * @throws SettingError when the key is missing, is a different one, or can be read by other accounts
 */
export const openMasterKeys = async (
  { secretKey, secretKeyPrevious, dataDir }: KeySettings,
  owner: Owner,
  log: (line: string) => void,
): Promise<MasterKeys> => {
  const neededIds = await listKeyIds(owner)
  const { path } = openKeyFile(dataDir)
  const advice = `Put the old key back (it is kept apart from the backups) or set SECRET_KEY to it, then start again. Without it, the stored payment keys and the second factors of accounts can't be decrypted. To go on without them: npm run rotate-key -- --discard-unreadable`
  if (!secretKey && neededIds.length > 0 && !existsSync(path))
    throw new SettingError(
      `The key file ${path} is missing, and the database holds secrets that were encrypted with it. Nothing was changed. ${advice}`,
    )
  if (!secretKey) restrictToOwner(path, log)
  const keys = secretKey || existsSync(path) ? loadMasterKeys(secretKey, dataDir, secretKeyPrevious) : createKeyFile(dataDir)
  const knownIds = keys.read().map(getKeyId)
  const missingIds = neededIds.filter((id) => !knownIds.includes(id))
  if (missingIds.length > 0)
    throw new SettingError(
      `${secretKey ? 'SECRET_KEY' : `The key file ${path}`} holds another key (${knownIds[0]}) than the one that the database's secrets were encrypted with (${missingIds.join(', ')}). Nothing was changed. ${advice}`,
    )
  return keys
}
