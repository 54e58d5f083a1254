import { z } from 'zod'
import { del, file, get, noBody, post, put } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { instant, requiredText } from './fields.ts'

/** Shorter than any password that can be set is only refused as wrong; longer than any isn't worth hashing. */
const presentPassword = z.string('Password is required').min(1, 'Password is required').max(800, 'Password is wrong')

/** The least and the most characters that a password may have. */
export const minPasswordLength = 8
export const maxPasswordLength = 200
const newPassword = z
  .string('New password is required')
  .refine((text) => text !== '', { error: 'New password is required', abort: true })
  .refine((text) => [...text].length >= minPasswordLength, `New password must have at least ${minPasswordLength} characters`)
  .refine((text) => [...text].length <= maxPasswordLength, `New password can have at most ${maxPasswordLength} characters`)

const email = z
  .string('E-mail is required')
  .trim()
  .min(1, { error: 'E-mail is required', abort: true })
  .max(textLimits.email, `E-mail can have at most ${textLimits.email} characters`)
  .pipe(z.email('Enter a valid e-mail, like name@example.com'))

/** Six digits of an authenticator app (spaces are fine), or one of the recovery codes. */
const code = z.string('Code is required').trim().min(1, { error: 'Code is required', abort: true }).max(40, 'This code is not right')

export const nameInput = z.strictObject({
  firstName: requiredText('First name', textLimits.personName),
  lastName: requiredText('Last name', textLimits.personName),
})
export const emailInput = z.strictObject({ email, password: presentPassword })
export const passwordInput = z.strictObject({ current: presentPassword, next: newPassword })
export const passwordConfirmation = z.strictObject({ password: presentPassword })
export const codeInput = z.strictObject({ code })
export const passwordAndCodeConfirmation = z.strictObject({ password: presentPassword, code })

export const account = z.object({
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** An address that is to replace the present one once the link that was mailed there is followed. */
  pendingEmail: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Name, e-mail, password and second factor are looked after here ('billfold') or where one signs in ('elsewhere'). */
  managedBy: z.enum(['billfold', 'elsewhere']),
  /** The provider's address, where it is another. */
  issuer: z.string().nullable(),
  twoFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})
export type Account = z.output<typeof account>

/** For the authenticator app. The secret is shown this once. */
export const twoFactorSetup = z.object({
  secret: z.string(),
  /** otpauth://totp/... */
  uri: z.string(),
  /** The same as a drawing to scan: an SVG, a module a unit, black on nothing. */
  qr: z.string(),
})
export type TwoFactorSetup = z.output<typeof twoFactorSetup>
/** Shown this once; each is good for one sign-in. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const session = z.object({
  /** Names the session, and can't be used as one. */
  ref: z.string(),
  isCurrent: z.boolean(),
  /** 'Firefox on Linux', as far as the browser told; null when it didn't. */
  device: z.string().nullable(),
  /** The network address of the sign-in. */
  address: z.string().nullable(),
  signedInAt: instant,
  /** To the day. */
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

/** How much the account holds, and how much it may. */
export const accountStorage = z.object({
  /** Customers, items, expenses, invoices and estimates, deleted ones included. */
  records: z.int(),
  maxRecords: z.int(),
  /** Of the documents' texts and of uploaded files. */
  bytes: z.int(),
  maxBytes: z.int(),
})
export type AccountStorage = z.output<typeof accountStorage>

/** What would be gone for good. */
export const deletionEffect = z.object({
  customers: z.int(),
  items: z.int(),
  invoices: z.int(),
  /** Of those, how many customers still owe money for: their links stop working. */
  unpaidInvoices: z.int(),
  estimates: z.int(),
  expenses: z.int(),
  payments: z.int(),
  files: z.int(),
  /** Whether a plan runs, which would end at once. */
  hasSubscription: z.boolean(),
  /** Whether the password is asked for. */
  needsPassword: z.boolean(),
})
export type DeletionEffect = z.output<typeof deletionEffect>

/** @see deletionEffect; `email` is typed to confirm. The password is asked for only where it is kept here. */
export const deletionInput = z.strictObject({
  email: z
    .string('Type your e-mail to confirm')
    .trim()
    .min(1, 'Type your e-mail to confirm')
    .max(textLimits.email, 'This is not the e-mail of this account'),
  password: z.string().max(800, 'Password is wrong').nullish(),
})

export const confirmedEmail = z.object({ email: z.string() })

export const accountApi = {
  account: get(accountEndpoints.account, account),
  rename: put(accountEndpoints.rename, nameInput, account),
  /** Mails a link to the new address; nothing changes before it is followed. */
  changeEmail: post(accountEndpoints.changeEmail, emailInput, account),
  /** Mails the link to confirm the present address, or the one that is to come, again. */
  resendEmail: post(accountEndpoints.resendEmail, noBody, account),
  /** Forgets the address that was to come. */
  cancelEmailChange: del(accountEndpoints.cancelEmailChange),
  confirmEmail: post(
    accountEndpoints.confirmEmail,
    z.strictObject({ token: z.string('token is required').min(1).max(200) }),
    confirmedEmail,
    {
      access: 'public',
    },
  ),
  /** Ends all other sessions. */
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
  /** A ZIP archive, sent while it is made. */
  download: file(accountEndpoints.download),
  deletion: get(accountEndpoints.deletion, deletionEffect),
  delete: post(accountEndpoints.delete, deletionInput, z.void(), { status: 204 }),
}
