import { z } from 'zod'
import { del, file, get, noBody, post, put } from '#shared/endpoint.ts'
import { type RecordType, recordTypeNames } from '#shared/record-types.ts'
import { textLimits } from '#shared/text-limits.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { instant, requiredText } from './fields.ts'

/** An existing password: its length isn't validated beyond a maximum that limits the cost of hashing. */
const existingPassword = z.string('Password is required').min(1, 'Password is required').max(800, 'Password is wrong')

/** Length limits of a password in characters. */
export const minPasswordLength = 8
export const maxPasswordLength = 200
const newPassword = z
  .string('New password is required')
  .refine((text) => text !== '', { error: 'New password is required', abort: true })
  .refine((text) => [...text].length >= minPasswordLength, `New password must have at least ${minPasswordLength} characters`)
  .refine((text) => [...text].length <= maxPasswordLength, `New password can have at most ${maxPasswordLength} characters`)

const email = z
  .string('Email is required')
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(textLimits.email, `Email can have at most ${textLimits.email} characters`)
  .pipe(z.email('Enter a valid email, like name@example.com'))

/** A six-digit authenticator code (spaces allowed) or a recovery code. */
const code = z.string('Code is required').trim().min(1, { error: 'Code is required', abort: true }).max(40, 'This code is not right')

export const nameInput = z.strictObject({
  firstName: requiredText('First name', textLimits.personName),
  lastName: requiredText('Last name', textLimits.personName),
})
export const emailInput = z.strictObject({ email, password: existingPassword })
export const passwordInput = z.strictObject({ current: existingPassword, next: newPassword })
export const passwordConfirmation = z.strictObject({ password: existingPassword })
export const codeInput = z.strictObject({ code })
export const passwordAndCodeConfirmation = z.strictObject({ password: existingPassword, code })

export const account = z.object({
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** The new address of an email change that isn't confirmed yet. */
  pendingEmail: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Whether name, email, password and second factor are managed here ('billfold') or by an external identity provider ('elsewhere'). */
  managedBy: z.enum(['billfold', 'elsewhere']),
  /** URL of the external identity provider, if there is one. */
  issuer: z.string().nullable(),
  twoFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})
export type Account = z.output<typeof account>

/** The enrollment data of an authenticator app; the secret is shown only once. */
export const twoFactorSetup = z.object({
  secret: z.string(),
  /** otpauth://totp/... */
  uri: z.string(),
  /** The same as a QR code: an SVG with one unit per module, black on transparent. */
  qr: z.string(),
})
export type TwoFactorSetup = z.output<typeof twoFactorSetup>
/** Recovery codes, shown only once; each is valid for one sign-in. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const session = z.object({
  /** Public reference of the session, not its token. */
  ref: z.string(),
  isCurrent: z.boolean(),
  /** Browser and system from the user agent, e.g. 'Firefox on Linux'; null when unknown. */
  device: z.string().nullable(),
  /** IP address of the sign-in. */
  address: z.string().nullable(),
  signedInAt: instant,
  /** With day precision. */
  lastUsedAt: instant,
})
export type AccountSession = z.output<typeof session>

export const dataExport = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  filesTotal: z.int(),
  filesDone: z.int(),
  bytesSent: z.int(),
  createdAt: instant,
})
export type DataExport = z.output<typeof dataExport>

/** Storage usage and limits of the account. */
export const accountStorage = z.object({
  /** Number of customers, items, expenses, invoices and estimates, including deleted ones. */
  records: z.int(),
  maxRecords: z.int(),
  /** Size of document texts and uploaded files. */
  bytes: z.int(),
  maxBytes: z.int(),
})
export type AccountStorage = z.output<typeof accountStorage>

const recordCounts = Object.fromEntries(recordTypeNames.map((name) => [name, z.int()])) as Record<RecordType, z.ZodInt>

/** What the deletion of the account would remove. */
export const deletionEffect = z.object({
  ...recordCounts,
  /** Sent invoices with a balance due; their payment links stop working. */
  unpaidInvoices: z.int(),
  payments: z.int(),
  files: z.int(),
  /** Whether there is an active plan, which would end immediately. */
  hasSubscription: z.boolean(),
  /** Whether the deletion requires the password. */
  needsPassword: z.boolean(),
})
export type DeletionEffect = z.output<typeof deletionEffect>

/** Confirmation of the account's deletion: `email` must match the account's; the password is required only where it is managed here. */
export const deletionInput = z.strictObject({
  email: z
    .string('Type your email to confirm')
    .trim()
    .min(1, 'Type your email to confirm')
    .max(textLimits.email, 'This is not the email of this account'),
  password: z.string().max(800, 'Password is wrong').nullish(),
})

export const confirmedEmail = z.object({ email: z.string() })

export const accountApi = {
  account: get(accountEndpoints.account, account),
  rename: put(accountEndpoints.rename, nameInput, account),
  /** Emails a confirmation link to the new address; the address changes when the link is followed. */
  changeEmail: post(accountEndpoints.changeEmail, emailInput, account),
  /** Emails the confirmation link of the current or the pending address again. */
  resendEmail: post(accountEndpoints.resendEmail, noBody, account),
  /** Cancels the pending email change. */
  cancelEmailChange: del(accountEndpoints.cancelEmailChange),
  confirmEmail: post(
    accountEndpoints.confirmEmail,
    z.strictObject({ token: z.string('token is required').min(1).max(200) }),
    confirmedEmail,
    {
      access: 'public',
    },
  ),
  /** Revokes all other sessions. */
  changePassword: post(accountEndpoints.changePassword, passwordInput, account),
  startTwoFactor: post(accountEndpoints.startTwoFactor, passwordConfirmation, twoFactorSetup),
  confirmTwoFactor: post(accountEndpoints.confirmTwoFactor, codeInput, recoveryCodes),
  disableTwoFactor: post(accountEndpoints.disableTwoFactor, passwordAndCodeConfirmation, account),
  regenerateRecoveryCodes: post(accountEndpoints.regenerateRecoveryCodes, passwordAndCodeConfirmation, recoveryCodes),
  sessions: get(accountEndpoints.sessions, z.array(session)),
  revokeSession: del(accountEndpoints.revokeSession),
  revokeOtherSessions: post(accountEndpoints.revokeOtherSessions, noBody, z.array(session)),
  storage: get(accountEndpoints.storage, accountStorage),
  startExport: post(accountEndpoints.startExport, noBody, dataExport, { status: 201 }),
  readExport: get(accountEndpoints.readExport, dataExport),
  /** A ZIP archive, streamed. */
  download: file(accountEndpoints.download),
  deletion: get(accountEndpoints.deletion, deletionEffect),
  delete: post(accountEndpoints.delete, deletionInput, z.void(), { status: 204 }),
}
