import { randomUUID } from 'node:crypto'
import type { Database, Db } from '#server/platform/db/client.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type Account = { id: string; email: string; emailVerified: boolean; firstName: string; lastName: string }
type Row = Account & { passwordHash: string }

const columns =
  'id, email, email_verified_at is not null as "emailVerified", first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"'

const withoutHash = ({ id, email, emailVerified, firstName, lastName }: Row): Account => ({ id, email, emailVerified, firstName, lastName })

/**
 * Accounts of the bundled provider. E-mails are compared without regard to case.
 * @param made what happens together with a new account
 */
export const createAccountStore = (database: Database, made: (db: Db, account: Account) => Promise<void> = async () => undefined) => ({
  find: async (id: string): Promise<Account | null> => {
    const { rows } = await database.pool.query<Row>(`select ${columns} from identity_accounts where id = $1`, [id])
    return rows[0] ? withoutHash(rows[0]) : null
  },
  /** The account with this e-mail and password, and the hash that it fits, or null; a wrong password and an unknown e-mail can't be told apart. */
  withPassword: async (email: string, password: string): Promise<Row | null> => {
    const { rows } = await database.pool.query<Row>(`select ${columns} from identity_accounts where lower(email) = lower($1)`, [email])
    const matches = await verifyPassword(rows[0]?.passwordHash ?? null, password)
    return rows[0] && matches ? rows[0] : null
  },
  /** Whether that is still the account's hash, once whoever is just changing it is done. */
  hasHash: async (id: string, hash: string): Promise<boolean> => {
    const { rowCount } = await database.pool.query('select 1 from identity_accounts where id = $1 and password_hash = $2 for share', [
      id,
      hash,
    ])
    return rowCount === 1
  },
  /** The hash that this password of the account fits, so that it can be replaced while it is still that one; null for a wrong password. */
  fittingHash: async (id: string, password: string): Promise<string | null> => {
    const { rows } = await database.pool.query<Row>(`select ${columns} from identity_accounts where id = $1`, [id])
    return rows[0] && (await verifyPassword(rows[0].passwordHash, password)) ? rows[0].passwordHash : null
  },
  /** Answers null when the e-mail has an account already. */
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
      await made(db, account)
      return account
    })
  },
})
export type AccountStore = ReturnType<typeof createAccountStore>
