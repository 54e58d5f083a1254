import { z } from 'zod'
import { del, file, get, limited, noBody, post, put } from '#shared/endpoint.ts'
import { type RecordType, recordTypeNames } from '#shared/record-types.ts'
import { textLimits } from '#shared/text-limits.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { instant, requiredText } from './fields.ts'

/** Length isn't validated beyond a maximum that limits the cost of hashing. */
const existingPassword = z.string('Password is required').min(1, 'Password is required').max(800, 'Password is wrong')

/** In characters. */
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
  pendingEmail: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Whether name, email, password and second factor are managed here or by an external identity provider. */
  managedBy: z.enum(['billfold', 'elsewhere']),
  issuer: z.string().nullable(),
  twoFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})
export type Account = z.output<typeof account>

/** The secret is shown only once. */
export const twoFactorSetup = z.object({
  secret: z.string(),
  uri: z.string(),
  /** An SVG with one unit per module, black on transparent. */
  qr: z.string(),
})
export type TwoFactorSetup = z.output<typeof twoFactorSetup>
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const session = z.object({
  ref: z.string(),
  isCurrent: z.boolean(),
  /** From the user agent, e.g. 'Firefox on Linux'; null when unknown. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  signedInAt: instant,
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

export const accountStorage = z.object({
  /** Including deleted ones. */
  records: z.int(),
  maxRecords: z.int(),
  /** Size of document texts and uploaded files. */
  bytes: z.int(),
  maxBytes: z.int(),
})
export type AccountStorage = z.output<typeof accountStorage>

const recordCounts = Object.fromEntries(recordTypeNames.map((name) => [name, z.int()])) as Record<RecordType, z.ZodInt>

export const deletionEffect = z.object({
  ...recordCounts,
  /** Their payment links stop working. */
  unpaidInvoices: z.int(),
  payments: z.int(),
  files: z.int(),
  hasSubscription: z.boolean(),
  needsPassword: z.boolean(),
})
export type DeletionEffect = z.output<typeof deletionEffect>

/** `email` must match the account's; the password is required only where it is managed here. */
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
  changeEmail: post(accountEndpoints.changeEmail, emailInput, account),
  resendEmail: post(accountEndpoints.resendEmail, noBody, account),
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
  startExport: limited('exports', post(accountEndpoints.startExport, noBody, dataExport, { status: 201 })),
  readExport: get(accountEndpoints.readExport, dataExport),
  download: limited('exports', file(accountEndpoints.download)),
  deletion: get(accountEndpoints.deletion, deletionEffect),
  delete: post(accountEndpoints.delete, deletionInput, z.void(), { status: 204 }),
}
