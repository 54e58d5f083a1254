import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type AccountEmail, type AccountEmailDeps, sendAccountEmail } from './account-email.ts'

export const accountNotificationJob = job(
  'account.note',
  {
    id: z.string(),
    to: z.string(),
    about: z.discriminatedUnion('kind', [
      /** The new address; null when the present address was never confirmed and might belong to someone else. */
      z.object({ kind: z.literal('email-change-asked'), email: z.string().nullable() }),
      z.object({ kind: z.literal('password-changed'), tokens: z.int().default(0) }),
      z.object({ kind: z.literal('password-reset'), tokens: z.int().default(0) }),
      z.object({ kind: z.enum(['token-made', 'bank-accounts-changed']) }),
      z.object({ kind: z.literal('address-tried') }),
      z.object({ kind: z.enum(['two-factor-on', 'two-factor-off', 'recovery-codes-renewed']) }),
    ]),
  },
  { lane: 'identity' },
)
export type AccountNotification = z.output<typeof accountNotificationJob.payload>['about']

const ifNotYou = "If this wasn't you, set a new password now:"

const describeActiveTokens = (tokens: number, resolveUrl: (path: string) => string): string[] =>
  tokens === 0
    ? []
    : [
        `${tokens === 1 ? 'One API token stays' : `${tokens} API tokens stay`} active. Review them and revoke those you don't need: ${resolveUrl('/account?section=tokens')}`,
      ]

const buildEmail = (about: AccountNotification, resolveUrl: (path: string) => string): AccountEmail => {
  const setPassword = { label: 'Set a new password', url: resolveUrl('/sign-in/forgot-password') }
  switch (about.kind) {
    case 'email-change-asked':
      return {
        subject: 'Your Billfold email is about to change',
        preview: 'Nothing has changed yet.',
        before: [
          about.email
            ? `A change of your Billfold account's email to ${about.email} was requested, with your password.`
            : 'A change of the email of the Billfold account with this address was requested, with its password.',
          'It takes effect when the link in the email to the new address is opened. If this was you, there is nothing else to do.',
          "If this wasn't you, set a new password now. That also cancels the change.",
        ],
        action: setPassword,
      }
    case 'password-changed':
      return {
        subject: 'Your Billfold password was changed',
        preview: 'All other browsers were signed out.',
        before: ['The password of your Billfold account was just changed, and all other browsers were signed out.', ifNotYou],
        action: setPassword,
        after: describeActiveTokens(about.tokens, resolveUrl),
      }
    case 'password-reset':
      return {
        subject: 'Your Billfold password was reset',
        preview: 'All browsers were signed out.',
        before: ['A new password was set with the link that we emailed you, and all browsers were signed out.', ifNotYou],
        action: setPassword,
        after: describeActiveTokens(about.tokens, resolveUrl),
      }
    case 'two-factor-on':
      return {
        subject: 'Two-factor sign-in is on',
        preview: 'Signing in now takes a code as well as your password.',
        before: [
          'Two-factor sign-in was just turned on for your Billfold account. Signing in now takes a code from your authenticator app as well as your password. Keep the recovery codes in a safe place.',
          ifNotYou,
        ],
        action: setPassword,
      }
    case 'two-factor-off':
      return {
        subject: 'Two-factor sign-in is off',
        preview: 'Signing in now takes only your password.',
        before: ['Two-factor sign-in was just turned off for your Billfold account. Signing in now takes only your password.', ifNotYou],
        action: setPassword,
      }
    case 'recovery-codes-renewed':
      return {
        subject: 'Your Billfold recovery codes were replaced',
        preview: 'The old codes no longer work.',
        before: ['New recovery codes for two-factor sign-in were just created. The old codes no longer work.', ifNotYou],
        action: setPassword,
      }
    case 'token-made':
      // The token's name is left out: the address may be unconfirmed, and a name would let the user send any text to it.
      return {
        subject: 'A new API token for your Billfold account',
        preview: 'Programs that have it can use your account.',
        before: [
          "An API token was just created in your Billfold account. Programs that have it can use your account within the token's permissions.",
          "If this wasn't you, revoke it on your Account page and set a new password.",
        ],
        action: { label: 'See your API tokens', url: resolveUrl('/account?section=tokens') },
      }
    case 'bank-accounts-changed':
      // Without the accounts: what is said here must not help to find the one that was changed.
      return {
        subject: 'Your bank accounts at Billfold were changed',
        preview: 'New invoices ask your customers to pay to them.',
        before: [
          'The bank accounts of your business were just changed, with your password. Invoices that you send from now on name them; those that are sent already keep what they say.',
          "If this wasn't you, set a new password now, and check the accounts in your business profile.",
        ],
        action: setPassword,
      }
    case 'address-tried':
      return {
        subject: 'Your address was entered at Billfold',
        preview: 'Your account is unchanged.',
        before: [
          'This email address was entered for another Billfold account. It already belongs to your account, so nothing has changed.',
          'If this was you, sign in with this address instead, or change the email of your other account first.',
        ],
      }
  }
}

export const notifyAccount = async (db: UserDb, accountId: string, about: AccountNotification): Promise<void> => {
  const [account] = await db.rows<{ email: string }>('select email from identity_accounts where id = $1', [accountId])
  if (account) await enqueue(db, accountNotificationJob, { userId: db.userId, id: randomUUID(), to: account.email, about })
}

export const accountNotificationRunner = (deps: AccountEmailDeps) =>
  runner(accountNotificationJob, ({ id, to, about }) =>
    sendAccountEmail(
      deps,
      to,
      id,
      buildEmail(about, (path) => new URL(path, deps.publicUrl()).href),
    ),
  )
