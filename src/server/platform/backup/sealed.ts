import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyIdOf, type MasterKeys, parseKeys } from '../master-keys.ts'
import { sealedColumns, serverKeyPlace, totpPlace } from '../sealed-columns.ts'
import { createSecrets } from '../secrets.ts'
import { type OpenBackup, textOf } from './check-file.ts'
import { copiedRows } from './copied-rows.ts'
import { keyName, tableFile } from './manifest.ts'

/** A column with sealed secrets, and how the place of each is named. */
type Column = { table: string; column: string; keyId: string; place: (row: ReadonlyMap<string, string | null>) => string }

const all: Column[] = [
  ...sealedColumns.map(({ table, column, rowId, place }) => ({
    table,
    column,
    keyId: 'key_id',
    place: (row: ReadonlyMap<string, string | null>) => place(Number(row.get('user_id')), row.get(rowId) ?? ''),
  })),
  { table: 'server_keys', column: 'sealed', keyId: 'key_id', place: (row) => serverKeyPlace(row.get('name') ?? '') },
  { table: 'identity_accounts', column: 'totp_sealed', keyId: 'totp_key_id', place: (row) => totpPlace(row.get('id') ?? '') },
]

/** Keys that may fit, and where each was found. */
export type KnownKeys = { from: 'the setting SECRET_KEY' | 'the backup' | 'the data folder'; keys: Buffer[] }

/** How many secrets of a backup can be opened; `used` are the keys that open some. */
export type Fit = { sealed: number; opened: number; used: Buffer[] }

const bytesOf = (hex: string) => Buffer.from(hex.replace(/^\\x/, ''), 'hex')

/** Tries to open every sealed secret of a backup, and keeps none. */
export const tryKeys = async ({ zip, manifest }: OpenBackup, keys: readonly Buffer[]): Promise<Fit> => {
  const fit: Fit = { sealed: 0, opened: 0, used: [] }
  for (const { table, column, keyId, place } of all) {
    const found = manifest.tables.find(({ name }) => name === table)
    // Older schemas have fewer of them.
    if (!found?.columns.includes(column)) continue
    for await (const fields of copiedRows(await zip.read(tableFile(table)))) {
      const row = new Map(found.columns.map((name, i) => [name, fields[i] ?? null]))
      const [sealed, id] = [row.get(column), row.get(keyId)]
      if (!sealed || !id) continue
      fit.sealed++
      const key = keys.find((each) => keyIdOf(each) === id)
      if (!key) continue
      try {
        createSecrets(key).open({ keyId: id, sealed: bytesOf(sealed) }, place(row))
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
export const knownKeys = async (backup: OpenBackup, setting: MasterKeys | null, dataDir: string): Promise<KnownKeys> => {
  if (setting) return { from: 'the setting SECRET_KEY', keys: setting.read() }
  if (backup.manifest.key) return { from: 'the backup', keys: parseKeys(await textOf(await backup.zip.read(keyName))) }
  const file = join(dataDir, 'secret.key')
  return { from: 'the data folder', keys: [...keysIn(file), ...keysIn(`${file}.retired`)] }
}
