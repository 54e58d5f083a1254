import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptedColumns, getServerKeyContext, getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import { getKeyId, type MasterKeys, parseKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { parseCopyRows } from './copy-format.ts'
import { getTablePath, keyName } from './manifest.ts'
import { type OpenBackup, readText } from './open-backup.ts'

/** A column with sealed secrets, and how the place of each is named. */
type Column = { table: string; column: string; keyId: string; place: (row: ReadonlyMap<string, string | null>) => string }

const all: Column[] = [
  ...encryptedColumns.map(({ table, column, rowId, getContext }) => ({
    table,
    column,
    keyId: 'key_id',
    place: (row: ReadonlyMap<string, string | null>) => getContext(Number(row.get('user_id')), row.get(rowId) ?? ''),
  })),
  { table: 'server_keys', column: 'sealed', keyId: 'key_id', place: (row) => getServerKeyContext(row.get('name') ?? '') },
  { table: 'identity_accounts', column: 'totp_sealed', keyId: 'totp_key_id', place: (row) => getTotpContext(row.get('id') ?? '') },
]

/** Keys that may fit, and where each was found. */
export type FoundKeys = { from: 'the setting SECRET_KEY' | 'the backup' | 'the data folder'; keys: Buffer[] }

/** How many secrets of a backup can be opened; `used` are the keys that open some. */
export type KeyTestResult = { sealed: number; opened: number; used: Buffer[] }

const bytesOf = (hex: string) => Buffer.from(hex.replace(/^\\x/, ''), 'hex')

/** Tries to open every sealed secret of a backup, and keeps none. */
export const testKeys = async ({ zip, manifest }: OpenBackup, keys: readonly Buffer[]): Promise<KeyTestResult> => {
  const fit: KeyTestResult = { sealed: 0, opened: 0, used: [] }
  for (const { table, column, keyId, place } of all) {
    const found = manifest.tables.find(({ name }) => name === table)
    // Older schemas have fewer of them.
    if (!found?.columns.includes(column)) continue
    for await (const fields of parseCopyRows(await zip.read(getTablePath(table)))) {
      const row = new Map(found.columns.map((name, i) => [name, fields[i] ?? null]))
      const [sealed, id] = [row.get(column), row.get(keyId)]
      if (!sealed || !id) continue
      fit.sealed++
      const key = keys.find((each) => getKeyId(each) === id)
      if (!key) continue
      try {
        createSecrets(key).decrypt({ keyId: id, sealed: bytesOf(sealed) }, place(row))
        fit.opened++
        if (!fit.used.includes(key)) fit.used.push(key)
      } catch {
        // Counted among those that can't be opened.
      }
    }
  }
  return fit
}

const keysIn = (path: string): Buffer[] =>
  existsSync(path) ? parseKeys(readFileSync(path, 'utf8')).filter((key) => key.length === 32) : []

/** The keys that a restored app would go by: the setting's, else the backup's own, else those of the data folder, with the retired ones behind. */
export const findKeys = async (backup: OpenBackup, setting: MasterKeys | null, dataDir: string): Promise<FoundKeys> => {
  if (setting) return { from: 'the setting SECRET_KEY', keys: setting.read() }
  if (backup.manifest.key) return { from: 'the backup', keys: parseKeys(await readText(await backup.zip.read(keyName))) }
  const file = join(dataDir, 'secret.key')
  return { from: 'the data folder', keys: [...keysIn(file), ...keysIn(`${file}.retired`)] }
}
