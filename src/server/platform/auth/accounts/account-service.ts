import { signOutEverywhere } from '#server/platform/auth/sessions/user-sessions.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { lockAccount } from '#server/platform/auth/users/identity-accounts.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import type { AccountStore } from './accounts.ts'
import type { EmailChanges } from './email-change.ts'
import type { PasswordProof, PasswordService } from './password-service.ts'
import type { TwoFactor } from './two-factor.ts'

export type AccountProfile = {
  email: string
  emailVerified: boolean
  pendingEmail: string | null
  firstName: string
  lastName: string
}

/** `subject` is the `subject` of the user's row and the account's id. Invalid input throws an AppError whose `issues` name the field. */
export type AccountService = {
  read(subject: string): Promise<AccountProfile | null>
  updateName(subject: string, name: { firstName: string; lastName: string }): Promise<void>
  /**
   * Nothing changes until the link that is emailed to the new address is opened; the current address is notified. When the new address
   * already has an account, the response is the same, and that account's owner is notified.
   * @throws AppError 400 for a wrong password or the current address, 429 after too many attempts
   */
  requestEmailChange(subject: string, email: string, proof: PasswordProof): Promise<void>
  /** For the pending or unconfirmed address. @throws AppError 409 when nothing is unconfirmed, 429 too soon */
  resendConfirmation(subject: string): Promise<void>
  cancelEmailChange(subject: string): Promise<void>
  /** @throws AppError 404 for a token that is invalid, used, expired or replaced, 409 when another account has the address by now */
  confirmEmail(token: string, source: RequestSource): Promise<{ email: string }>
  /** Ends all other sessions, and notifies the owner. @throws AppError 400 for a wrong password, 429 after too many attempts */
  changePassword(subject: string, newPassword: string, proof: PasswordProof, keepSessionId: string): Promise<void>
  /** `field` is the request's field for the error. @throws AppError 400 for a wrong password, 429 after too many attempts */
  verifyPassword(subject: string, proof: PasswordProof, field?: string): Promise<void>
  /** In the caller's transaction. Must run before the user's row is deleted, because the sessions are found by it. */
  deleteAccount(db: Db, subject: string): Promise<void>
  twoFactor: TwoFactor
}

type Deps = { database: Database; accounts: AccountStore; emailChanges: EmailChanges; passwords: PasswordService; twoFactor: TwoFactor }

export const createAccountService = ({ database, accounts, emailChanges, passwords, twoFactor }: Deps): AccountService => ({
  read: async (subject) => {
    const account = await accounts.find(subject)
    if (!account) return null
    const { id, ...profile } = account
    return { ...profile, pendingEmail: await database.asNobody((db) => emailChanges.findPending(db, id, profile.email)) }
  },
  updateName: (subject, { firstName, lastName }) =>
    database.asNobody(async (db) => {
      await lockAccount(db, subject)
      const names = [firstName.normalize('NFC'), lastName.normalize('NFC')]
      await db.rows('update identity_accounts set first_name = $2, last_name = $3, updated_at = now() where id = $1', [subject, ...names])
      const [user] = await db.rows<{ id: number }>(
        'update users set first_name = $3, last_name = $4, updated_at = now() where issuer = $1 and subject = $2 returning id',
        [bundledIssuer, subject, ...names],
      )
      if (user) db.announce('account', user.id)
    }),
  requestEmailChange: async (subject, email, proof) => {
    await passwords.verify(subject, proof)
    await emailChanges.request(subject, email.normalize('NFC'), { address: proof.address, userAgent: proof.userAgent })
  },
  resendConfirmation: emailChanges.resend,
  cancelEmailChange: emailChanges.cancel,
  confirmEmail: emailChanges.confirm,
  changePassword: passwords.change,
  verifyPassword: async (subject, proof, field) => void (await passwords.verify(subject, proof, field)),
  deleteAccount: async (db, subject) => {
    await signOutEverywhere(db, subject, null)
    await db.rows('delete from identity_accounts where id = $1', [subject])
  },
  twoFactor,
})
