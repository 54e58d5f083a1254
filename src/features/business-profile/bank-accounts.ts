import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#server/domain/services.ts'
import { reauthenticate } from '#server/platform/auth/accounts/reauthenticate.ts'
import { notifyAccount } from '#server/platform/auth/emails/account-notification.job.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { type BankAccount, formatIban } from '#shared/bank-accounts.ts'
import { bankAccountsApi } from '#shared/contract/bank-accounts.ts'

type Row = { id: number; accounts: BankAccount[] }

const readAccounts = async (db: UserDb, { isLocked = false } = {}): Promise<Row | undefined> => {
  const [row] = await db.rows<Row>(
    `select id, bank_accounts as accounts from business_profiles where user_id = $1 ${isLocked ? 'for update' : ''}`,
    [db.userId],
    isLocked ? 'bank-accounts.lock' : 'bank-accounts.read',
  )
  return row
}

/** 'DE89 3704 0044 0532 0130 00 (EUR), Ada Lovelace; 011000015 123456, Ada Lovelace' */
const describeAccounts = (accounts: readonly BankAccount[]): string | null =>
  accounts
    .map(({ holder, iban, routingNumber, accountNumber, currency }) => {
      const number = iban ? formatIban(iban) : [routingNumber, accountNumber].filter(Boolean).join(' ')
      return `${number}${currency ? ` (${currency})` : ''}, ${holder}`
    })
    .join('; ') || null

/**
 * A changed account is this trade's fraud. So a change takes the password, is emailed to the owner, and stands in the history and in the security activity;
 * documents that were sent keep the account that they named.
 */
export const bankAccountRoutes = ({ identity: { accounts: identities } }: Services) => [
  route(bankAccountsApi.read, ({ user }) => user.tx(async (db) => ({ accounts: (await readAccounts(db))?.accounts ?? [] }))),
  idempotentRoute(bankAccountsApi.save, async ({ user, source, body: { accounts, password, code }, idempotent }) => {
    const account = await reauthenticate(identities, user, { password, code, source })
    return user.tx((db) =>
      idempotent(db, async () => {
        const before = await readAccounts(db, { isLocked: true })
        if (!before) throw new AppError(409, 'Enter the name of your business first, and save your business profile.')
        // What is stored has its fields in another order.
        if (isDeepStrictEqual(before.accounts, accounts)) return { accounts }
        await db.rows(
          'update business_profiles set bank_accounts = $2, updated_at = now() where user_id = $1',
          [db.userId, JSON.stringify(accounts)],
          'bank-accounts.save',
        )
        const change = clipChange(describeAccounts(before.accounts), describeAccounts(accounts))
        recordEvent(db, { type: 'profile', id: before.id }, 'edited', [{ field: 'Bank accounts', ...change }])
        await recordSecurityEvent(db, { kind: 'bank_accounts_changed', ...source })
        if (account !== null) await notifyAccount(db, account, { kind: 'bank-accounts-changed' })
        return { accounts }
      }),
    )
  }),
]
