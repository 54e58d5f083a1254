import { SettingError } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getServerKeyContext } from './encrypted-columns.ts'
import type { Secrets } from './secrets.ts'

/** Nodes that start at the same time agree on one: the first insert wins. @throws SettingError when another master key encrypted it */
export const getServerKey = async (
  database: Database,
  secrets: Secrets,
  name: string,
  generate: () => Promise<string> | string,
): Promise<string> => {
  const context = getServerKeyContext(name)
  const find = async () => {
    const { rows } = await database.pool.query<{ keyId: string; sealed: Buffer }>(
      'select key_id as "keyId", sealed from server_keys where name = $1',
      [name],
    )
    return rows[0]
  }
  let row = await find()
  if (!row) {
    const { keyId, sealed } = secrets.encrypt(await generate(), context)
    await database.pool.query('insert into server_keys (name, key_id, sealed) values ($1, $2, $3) on conflict (name) do nothing', [
      name,
      keyId,
      sealed,
    ])
    row = (await find())!
  }
  try {
    return secrets.decrypt(row, context)
  } catch (cause) {
    throw new SettingError(
      `The database's key "${name}" can't be decrypted: it was encrypted with another SECRET_KEY (or key file). Start with the one that belongs to this database.`,
      { cause },
    )
  }
}
