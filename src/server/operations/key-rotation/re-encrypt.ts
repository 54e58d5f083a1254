import type { Database, Db } from '#server/platform/db/client.ts'
import { encryptedColumns, getServerKeyContext, getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

type Row = { rowId: string | number; keyId: string; sealed: Buffer }
export type ReEncryptionResult = { reEncrypted: number; undecryptable: string[] }

const usersAtOnce = 500
const accountsAtOnce = 50

const discardSecondFactor = async (db: Db, accountId: string) => {
  await db.rows(
    `update identity_accounts set totp_key_id = null, totp_sealed = null, totp_on_at = null, totp_last_step = null, updated_at = now()
     where id = $1`,
    [accountId],
  )
  await db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
}

/** Can run beside the app, be interrupted and be repeated: each row has either the old ciphertext or the new one. */
export const reEncryptAll = async (
  database: Database,
  secrets: Secrets,
  { discardUndecryptable = false } = {},
): Promise<ReEncryptionResult> => {
  const currentKeyId = secrets.getCurrentKeyId()
  const result: ReEncryptionResult = { reEncrypted: 0, undecryptable: [] }

  type Writes = { write: (keyId: string, sealed: Buffer) => Promise<unknown>; discard: () => Promise<unknown> }
  const reEncryptRow = async (row: Row, context: string, { write, discard }: Writes): Promise<void> => {
    let plain: string
    try {
      plain = secrets.decrypt(row, context)
    } catch {
      result.undecryptable.push(context)
      if (discardUndecryptable) await discard()
      return
    }
    const { keyId, sealed } = secrets.encrypt(plain, context)
    await write(keyId, sealed)
    result.reEncrypted++
  }

  const reEncryptUser = (userId: number) =>
    database.asUser(userId, async (db) => {
      for (const { table, column, rowId, getContext } of encryptedColumns) {
        const rows = await db.rows<Row>(
          `select ${rowId} as "rowId", key_id as "keyId", ${column} as sealed from ${table}
           where user_id = $1 and ${column} is not null and key_id <> $2 for update`,
          [userId, currentKeyId],
          `re-encrypt.${table}`,
        )
        for (const row of rows)
          await reEncryptRow(row, getContext(userId, row.rowId), {
            write: (keyId, sealed) =>
              db.rows(`update ${table} set key_id = $3, ${column} = $4 where user_id = $1 and ${rowId} = $2`, [
                userId,
                row.rowId,
                keyId,
                sealed,
              ]),
            discard: () => db.rows(`delete from ${table} where user_id = $1 and ${rowId} = $2`, [userId, row.rowId]),
          })
      }
    })

  const reEncryptServerKeys = async (db: Db) => {
    const rows = await db.rows<Row>(
      'select name as "rowId", key_id as "keyId", sealed from server_keys where key_id <> $1 order by name for update',
      [currentKeyId],
    )
    for (const row of rows)
      await reEncryptRow(row, getServerKeyContext(String(row.rowId)), {
        write: (keyId, sealed) => db.rows('update server_keys set key_id = $2, sealed = $3 where name = $1', [row.rowId, keyId, sealed]),
        discard: () => db.rows('delete from server_keys where name = $1', [row.rowId]),
      })
  }

  /** In small batches, because a sign-in waits while its account's row is locked. */
  const reEncryptSecondFactors = async () => {
    let after = ''
    for (;;) {
      const rows = await database.asNobody(async (db) => {
        const found = await db.rows<Row>(
          `select id as "rowId", totp_key_id as "keyId", totp_sealed as sealed from identity_accounts
           where totp_sealed is not null and totp_key_id <> $1 and id > $2 order by id limit $3 for update`,
          [currentKeyId, after, accountsAtOnce],
        )
        for (const row of found)
          await reEncryptRow(row, getTotpContext(String(row.rowId)), {
            write: (keyId, sealed) =>
              db.rows('update identity_accounts set totp_key_id = $2, totp_sealed = $3 where id = $1', [row.rowId, keyId, sealed]),
            discard: () => discardSecondFactor(db, String(row.rowId)),
          })
        return found
      })
      if (rows.length < accountsAtOnce) return
      after = String(rows.at(-1)!.rowId)
    }
  }

  await database.asNobody(reEncryptServerKeys)
  await reEncryptSecondFactors()
  let after = 0
  for (;;) {
    const users = await database.asNobody((db) =>
      db.rows<{ id: number }>('select id from users where id > $1 order by id limit $2', [after, usersAtOnce]),
    )
    for (const { id } of users) await reEncryptUser(id)
    if (users.length < usersAtOnce) return result
    after = users.at(-1)!.id
  }
}
