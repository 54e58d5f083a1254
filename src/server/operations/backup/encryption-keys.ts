import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCopyRows } from '#server/platform/db/copy.ts'
import { encryptedColumns, getServerKeyContext, getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import { getKeyId, type MasterKeys, parseKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { authenticate, getTablePath, keyName } from './manifest.ts'
import { type OpenBackup, readText } from './open-backup.ts'

type Column = { table: string; column: string; keyId: string; getContext: (row: ReadonlyMap<string, string | null>) => string }

const columns: Column[] = [
  ...encryptedColumns.map(({ table, column, rowId, getContext }) => ({
    table,
    column,
    keyId: 'key_id',
    getContext: (row: ReadonlyMap<string, string | null>) => getContext(Number(row.get('user_id')), row.get(rowId) ?? ''),
  })),
  { table: 'server_keys', column: 'sealed', keyId: 'key_id', getContext: (row) => getServerKeyContext(row.get('name') ?? '') },
  { table: 'identity_accounts', column: 'totp_sealed', keyId: 'totp_key_id', getContext: (row) => getTotpContext(row.get('id') ?? '') },
]

export type FoundKeys = { from: 'the setting SECRET_KEY' | 'the backup' | 'the data folder'; keys: Buffer[] }

/** `used` are the keys that decrypt some. */
export type KeyTestResult = { secrets: number; decryptable: number; used: Buffer[] }

const parseHex = (hex: string) => Buffer.from(hex.replace(/^\\x/, ''), 'hex')

/** No plaintext is kept. */
export const testKeys = async ({ zip, manifest }: OpenBackup, keys: readonly Buffer[]): Promise<KeyTestResult> => {
  const result: KeyTestResult = { secrets: 0, decryptable: 0, used: [] }
  for (const { table, column, keyId, getContext } of columns) {
    const found = manifest.tables.find(({ name }) => name === table)
    // Older schemas have fewer encrypted columns.
    if (!found?.columns.includes(column)) continue
    for await (const fields of parseCopyRows(await zip.read(getTablePath(table)))) {
      const row = new Map(found.columns.map((name, i) => [name, fields[i] ?? null]))
      const [sealed, id] = [row.get(column), row.get(keyId)]
      if (!sealed || !id) continue
      result.secrets++
      const key = keys.find((each) => getKeyId(each) === id)
      if (!key) continue
      try {
        createSecrets(key).decrypt({ keyId: id, sealed: parseHex(sealed) }, getContext(row))
        result.decryptable++
        if (!result.used.includes(key)) result.used.push(key)
      } catch {
        // Counted as not decryptable.
      }
    }
  }
  return result
}

const keysIn = (path: string): Buffer[] =>
  existsSync(path) ? parseKeys(readFileSync(path, 'utf8')).filter((key) => key.length === 32) : []

export const findKeys = async (backup: OpenBackup, setting: MasterKeys | null, dataDir: string): Promise<FoundKeys> => {
  if (setting) return { from: 'the setting SECRET_KEY', keys: setting.read() }
  if (backup.manifest.key) return { from: 'the backup', keys: parseKeys(await readText(await backup.zip.read(keyName))) }
  const file = join(dataDir, 'secret.key')
  return { from: 'the data folder', keys: [...keysIn(file), ...keysIn(`${file}.retired`)] }
}

/** @returns the `problem` with which a restore is refused, null when there is none. `isUnproven`: the operator may accept it */
export const checkOrigin = (
  { manifestText }: Pick<OpenBackup, 'manifestText'>,
  { from, keys }: FoundKeys,
): { summary: string; problem: string | null; isUnproven: boolean } => {
  const proof = authenticate(manifestText, keys)
  if (proof === 'forged')
    return {
      summary: 'NOT authentic',
      problem: 'The backup was changed after it was made, by someone who does not have its key. Nothing was changed. Restore another one.',
      isUnproven: false,
    }
  if (proof === 'authentic' && from !== 'the backup')
    return { summary: `authenticated with the key of ${from}`, problem: null, isUnproven: false }
  // The key of a new machine can come from nowhere else, and the operator chose to include it.
  if (proof === 'authentic')
    return {
      summary: 'NOT proven: the key is in the backup, so that who changes the file can authenticate it again',
      problem: null,
      isUnproven: true,
    }
  const why = proof === 'absent' ? 'it was made without the key' : 'it was made with a key that was not found'
  return {
    summary: `NOT proven: ${why}`,
    problem: `The backup is not authenticated (${why}): it may have been changed since, for example to add an API token. Add --unauthenticated if you are sure where it comes from.`,
    isUnproven: true,
  }
}
