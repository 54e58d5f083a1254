import { signOutEverywhere } from '#server/platform/auth/sessions/sign-out.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { lockAccount } from '#server/platform/auth/users/lock-account.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import type { AccountStore } from './accounts.ts'
import type { EmailChanges } from './email-change.ts'
import type { PasswordService } from './password-service.ts'
import type { TwoFactor } from './two-factor.ts'

/** An account of the bundled provider, as its owner may see it. */
export type AccountProfile = {
  email: string
  emailVerified: boolean
  /** The address that replaces the present one once the link that was mailed there is followed. */
  pendingEmail: string | null
  firstName: string
  lastName: string
}

/** A present password, and where it came from: guesses are slowed down as at sign-in. */
export type PasswordProof = RequestSource & { password: string }

/**
 * Accounts of the bundled provider, for whoever is signed in with one. `subject` is the `subject` of the user's row, and the account's id.
 * Wrong input throws an AppError whose `issues` name the field.
 */
export type AccountService = {
  /** Null where nobody has such an account. */
  read(subject: string): Promise<AccountProfile | null>
  /** Takes effect in the account and in the user's row at once. */
  updateName(subject: string, name: { firstName: string; lastName: string }): Promise<void>
  /**
   * Mails a link to the new address and tells the present one; nothing changes before the link is followed. An address that has an account already
   * is answered alike: its owner is told that somebody tried.
   * @throws AppError 400 for a wrong password or the present address, 429 after too many
   */
  requestEmailChange(subject: string, email: string, proof: PasswordProof): Promise<void>
  /** Mails the link for the pending address, or to confirm the present one, again. @throws AppError 409 when nothing is to confirm, 429 too soon */
  resendConfirmation(subject: string): Promise<void>
  /** Forgets the pending address; its link is void. */
  cancelEmailChange(subject: string): Promise<void>
  /**
   * Takes the token of a mailed link: the address that it went to is the account's, and confirmed.
   * @throws AppError 404 for a link that isn't one of ours, was used, has expired or was replaced, 409 when the address has another account by now
   */
  confirmEmail(token: string, from: RequestSource): Promise<{ email: string }>
  /**
   * Ends all other sessions of this person, and tells him by mail.
   * @param keepSessionId the session that asked, which goes on
   * @throws AppError 400 for a wrong password, 429 after too many
   */
  changePassword(subject: string, next: string, proof: PasswordProof, keepSessionId: string): Promise<void>
  /**
   * Answers when the password is right.
   * @param field which field of the request it stood in, for the error; 'password' unless said otherwise
   * @throws AppError 400 for a wrong password, 429 after too many
   */
  verifyPassword(subject: string, proof: PasswordProof, field?: string): Promise<void>
  /**
   * Deletes the account with all that hangs on it, and its sessions, in the caller's transaction (of its user, or of nobody). To be called before the
   * user's row goes, by which the sessions are found.
   */
  deleteAccount(db: Db, subject: string): Promise<void>
  twoFactor: TwoFactor
}

type Deps = { database: Database; accounts: AccountStore; email: EmailChanges; password: PasswordService; twoFactor: TwoFactor }

export const createAccountService = ({ database, accounts, email, password, twoFactor }: Deps): AccountService => ({
  read: async (subject) => {
    const account = await accounts.find(subject)
    if (!account) return null
    const { id, ...own } = account
    return { ...own, pendingEmail: await database.asNobody((db) => email.pendingOf(db, id, own.email)) }
  },
  updateName: (subject, { firstName, lastName }) =>
    database.asNobody(async (db) => {
      await lockAccount(db, subject)
      const name = [firstName.normalize('NFC'), lastName.normalize('NFC')]
      await db.rows('update identity_accounts set first_name = $2, last_name = $3, updated_at = now() where id = $1', [subject, ...name])
      await db.rows('update users set first_name = $3, last_name = $4, updated_at = now() where issuer = $1 and subject = $2', [
        bundledIssuer,
        subject,
        ...name,
      ])
    }),
  requestEmailChange: async (subject, address, proof) => {
    await password.check(subject, proof)
    await email.begin(subject, address.normalize('NFC'), { address: proof.address, userAgent: proof.userAgent })
  },
  resendConfirmation: email.resend,
  cancelEmailChange: email.keep,
  confirmEmail: email.confirm,
  changePassword: password.change,
  verifyPassword: async (...asked) => void (await password.check(...asked)),
  deleteAccount: async (db, subject) => {
    await signOutEverywhere(db, subject, null)
    await db.rows('delete from identity_accounts where id = $1', [subject])
  },
  twoFactor,
})
