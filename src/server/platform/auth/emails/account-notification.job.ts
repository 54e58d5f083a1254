import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type AccountEmail, type AccountEmailDeps, sendAccountEmail } from './account-email.ts'

/** What the owner of an address is told. `id` is the note's own. */
export const accountNotificationJob = job(
  'account.note',
  {
    id: z.string(),
    to: z.string(),
    about: z.discriminatedUnion('kind', [
      /** `email` is null when the present address was never confirmed: it may be a stranger's. */
      z.object({ kind: z.literal('email-change-asked'), email: z.string().nullable() }),
      /** `tokens` is how many API tokens go on working. */
      z.object({ kind: z.literal('password-changed'), tokens: z.int().default(0) }),
      z.object({ kind: z.literal('password-reset'), tokens: z.int().default(0) }),
      z.object({ kind: z.literal('token-made') }),
      z.object({ kind: z.literal('address-tried') }),
      z.object({ kind: z.enum(['two-factor-on', 'two-factor-off', 'recovery-codes-renewed']) }),
    ]),
  },
  { lane: 'identity' },
)
export type AccountNotification = z.output<typeof accountNotificationJob.payload>['about']

const notYou = 'If this was not you, set a new password at once:'

const tokensStay = (tokens: number, url: (path: string) => string): string[] =>
  tokens === 0
    ? []
    : [
        `${tokens === 1 ? 'One API token goes' : `${tokens} API tokens go`} on working. Look at them, and revoke what you don't need: ${url('/account#tokens')}`,
      ]

const mailOf = (about: AccountNotification, url: (path: string) => string): AccountEmail => {
  const reset = { label: 'Set a new password', url: url('/sign-in/forgot-password') }
  switch (about.kind) {
    case 'email-change-asked':
      return {
        subject: 'Your Billfold e-mail is about to change',
        preview: 'Nothing has changed yet.',
        before: [
          about.email
            ? `Somebody who knows your password asked to change the e-mail of your Billfold account to ${about.email}.`
            : 'Somebody who knows the password asked to change the e-mail of the Billfold account that has this address.',
          'It changes once the link that we sent to the new address is followed. If this was you, there is nothing to do here.',
          'If this was not you, set a new password at once: that also makes the link worthless.',
        ],
        action: reset,
      }
    case 'password-changed':
      return {
        subject: 'Your Billfold password was changed',
        preview: 'All other browsers were signed out.',
        before: ['The password of your Billfold account was changed just now, and all other browsers were signed out.', notYou],
        action: reset,
        after: tokensStay(about.tokens, url),
      }
    case 'password-reset':
      return {
        subject: 'Your Billfold password was set anew',
        preview: 'All browsers were signed out.',
        before: ['A new password was set with the link that we mailed to you, and all browsers were signed out.', notYou],
        action: reset,
        after: tokensStay(about.tokens, url),
      }
    case 'two-factor-on':
      return {
        subject: 'Two-factor sign-in is on',
        preview: 'A code is asked for after the password.',
        before: [
          'Two-factor sign-in was turned on for your Billfold account just now: after the password, a code of your authenticator app is asked for. Keep the recovery codes in a safe place.',
          notYou,
        ],
        action: reset,
      }
    case 'two-factor-off':
      return {
        subject: 'Two-factor sign-in is off',
        preview: 'Your password alone signs in now.',
        before: ['Two-factor sign-in was turned off for your Billfold account just now. The password alone signs in again.', notYou],
        action: reset,
      }
    case 'recovery-codes-renewed':
      return {
        subject: 'Your Billfold recovery codes were replaced',
        preview: 'The former ones do not work any more.',
        before: [
          'New recovery codes for two-factor sign-in were made just now, with the password and a code. The former ones do not work any more.',
          notYou,
        ],
        action: reset,
      }
    case 'token-made':
      // Its name is not said: the address may be a stranger's, who would be mailed whatever somebody wrote.
      return {
        subject: 'A new API token for your Billfold account',
        preview: 'Programs that have it can use your account.',
        before: [
          'An API token was made in your Billfold account just now. Programs that have it can use the account as far as the token allows.',
          'If this was not you, revoke it on your Account page and set a new password.',
        ],
        action: { label: 'See your API tokens', url: url('/account#tokens') },
      }
    case 'address-tried':
      return {
        subject: 'Somebody entered your address at Billfold',
        preview: 'Your account is unchanged.',
        before: [
          'Somebody tried to use this e-mail address for another Billfold account. It belongs to yours, so nothing has changed.',
          'If it was you, sign in with this address instead, or change the e-mail of the account that has it first.',
        ],
      }
  }
}

/** Has the owner of the account told, in a transaction of its user. */
export const notifyAccount = async (db: UserDb, accountId: string, about: AccountNotification): Promise<void> => {
  const [account] = await db.rows<{ email: string }>('select email from identity_accounts where id = $1', [accountId])
  if (account) await enqueue(db, accountNotificationJob, { userId: db.userId, id: randomUUID(), to: account.email, about })
}

/** Tells the owner of an account what happened to it. */
export const accountNotificationRunner = (deps: AccountEmailDeps) =>
  runner(accountNotificationJob, ({ id, to, about }) =>
    sendAccountEmail(
      deps,
      to,
      id,
      mailOf(about, (path) => new URL(path, deps.publicUrl()).href),
    ),
  )
