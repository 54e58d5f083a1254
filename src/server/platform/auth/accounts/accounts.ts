import { randomUUID } from 'node:crypto'
import type { Database, Db } from '#server/platform/db/client.ts'
import { hashPassword, isPasswordCorrect } from './passwords.ts'

export type Account = { id: string; email: string; emailVerified: boolean; firstName: string; lastName: string }
type Row = Account & { passwordHash: string }

const columns =
  'id, email, email_verified_at is not null as "emailVerified", first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"'

const withoutHash = ({ id, email, emailVerified, firstName, lastName }: Row): Account => ({ id, email, emailVerified, firstName, lastName })

/** Emails are compared case-insensitively. `onCreated` runs in the transaction that creates an account. */
export const createAccountStore = (database: Database, onCreated: (db: Db, account: Account) => Promise<void> = async () => undefined) => {
  const findById = async (id: string) => {
    const { rows } = await database.pool.query<Row>(`select ${columns} from identity_accounts where id = $1`, [id])
    return rows[0] ?? null
  }
  return {
    find: async (id: string): Promise<Account | null> => {
      const row = await findById(id)
      return row && withoutHash(row)
    },
    /** A wrong password and an unknown email both give null, in the same time. */
    findByCredentials: async (email: string, password: string): Promise<Row | null> => {
      const { rows } = await database.pool.query<Row>(`select ${columns} from identity_accounts where lower(email) = lower($1)`, [email])
      const isCorrect = await isPasswordCorrect(rows[0]?.passwordHash ?? null, password)
      return rows[0] && isCorrect ? rows[0] : null
    },
    /** Waits for a change of the password that is in progress. */
    hasPasswordHash: async (id: string, hash: string): Promise<boolean> => {
      const { rowCount } = await database.pool.query('select 1 from identity_accounts where id = $1 and password_hash = $2 for share', [
        id,
        hash,
      ])
      return rowCount === 1
    },
    /** @returns the account's password hash, so that the caller can replace it only if it is unchanged; null for a wrong password */
    verifyPassword: async (id: string, password: string): Promise<string | null> => {
      const row = await findById(id)
      return row && (await isPasswordCorrect(row.passwordHash, password)) ? row.passwordHash : null
    },
    /** @returns null when the email already has an account */
    create: async ({ password, ...person }: Omit<Account, 'id' | 'emailVerified'> & { password: string }): Promise<Account | null> => {
      const account = { id: randomUUID(), emailVerified: false, ...person }
      const passwordHash = await hashPassword(password)
      return database.asNobody(async (db) => {
        const rows = await db.rows(
          `insert into identity_accounts (id, email, first_name, last_name, password_hash) values ($1, $2, $3, $4, $5)
           on conflict (lower(email)) do nothing returning 1`,
          [account.id, account.email, account.firstName, account.lastName, passwordHash],
        )
        if (rows.length === 0) return null
        await onCreated(db, account)
        return account
      })
    },
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
