import type { Database, Db } from '#server/platform/db/client.ts'
import { encryptedColumns, getServerKeyContext, getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

type Row = { rowId: string | number; keyId: string; sealed: Buffer }
/** What a pass did; `stuck` names the secrets that can't be opened (and are gone now, if they were to be discarded). */
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

/**
 * Seals every secret that isn't sealed with the present key anew, each user's in a small transaction of their own. May run beside the app, be
 * interrupted, and be run again: a row holds the old seal or the new one, whole.
 * @param discardStuck removes what can't be opened, as if it had never been entered or set up
 */
export const reEncryptAll = async (database: Database, secrets: Secrets, { discardStuck = false } = {}): Promise<ReEncryptionResult> => {
  const present = secrets.getCurrentKeyId()
  const done: ReEncryptionResult = { reEncrypted: 0, undecryptable: [] }

  type Writes = { write: (keyId: string, sealed: Buffer) => Promise<unknown>; discard: () => Promise<unknown> }
  const resealRow = async (row: Row, place: string, { write, discard }: Writes): Promise<void> => {
    let plain: string
    try {
      plain = secrets.decrypt(row, place)
    } catch {
      done.undecryptable.push(place)
      if (discardStuck) await discard()
      return
    }
    const { keyId, sealed } = secrets.encrypt(plain, place)
    await write(keyId, sealed)
    done.reEncrypted++
  }

  const resealUser = (userId: number) =>
    database.asUser(userId, async (db) => {
      for (const { table, column, rowId, getContext } of encryptedColumns) {
        const rows = await db.rows<Row>(
          `select ${rowId} as "rowId", key_id as "keyId", ${column} as sealed from ${table}
           where user_id = $1 and ${column} is not null and key_id <> $2 for update`,
          [userId, present],
          `reseal.${table}`,
        )
        for (const row of rows)
          await resealRow(row, getContext(userId, row.rowId), {
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

  const resealServerKeys = async (db: Db) => {
    const rows = await db.rows<Row>(
      'select name as "rowId", key_id as "keyId", sealed from server_keys where key_id <> $1 order by name for update',
      [present],
    )
    for (const row of rows)
      await resealRow(row, getServerKeyContext(String(row.rowId)), {
        write: (keyId, sealed) => db.rows('update server_keys set key_id = $2, sealed = $3 where name = $1', [row.rowId, keyId, sealed]),
        discard: () => db.rows('delete from server_keys where name = $1', [row.rowId]),
      })
  }

  /** A few at a time, so that nobody's sign-in waits for all of them. */
  const resealSecondFactors = async () => {
    let after = ''
    for (;;) {
      const rows = await database.asNobody(async (db) => {
        const found = await db.rows<Row>(
          `select id as "rowId", totp_key_id as "keyId", totp_sealed as sealed from identity_accounts
           where totp_sealed is not null and totp_key_id <> $1 and id > $2 order by id limit $3 for update`,
          [present, after, accountsAtOnce],
        )
        for (const row of found)
          await resealRow(row, getTotpContext(String(row.rowId)), {
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

  await database.asNobody(resealServerKeys)
  await resealSecondFactors()
  let after = 0
  for (;;) {
    const users = await database.asNobody((db) =>
      db.rows<{ id: number }>('select id from users where id > $1 order by id limit $2', [after, usersAtOnce]),
    )
    for (const { id } of users) await resealUser(id)
    if (users.length < usersAtOnce) return done
    after = users.at(-1)!.id
  }
}
