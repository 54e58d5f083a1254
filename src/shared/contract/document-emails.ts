import { z } from 'zod'
import { maxOtherEmails } from '#shared/email-addresses.ts'
import { documentKinds } from '#shared/record-types.ts'
import { textLimits } from '#shared/text-limits.ts'
import { bouncedAddress } from './bounced-addresses.ts'
import { emailAddress, instant, optionalText, requiredText } from './fields.ts'

/** 'bounced': returned by the recipient's mail server after it was accepted. */
export const emailStates = ['queued', 'accepted', 'failed', 'bounced'] as const
export type EmailState = (typeof emailStates)[number]

export const documentEmail = z.object({
  id: z.int(),
  kind: z.enum([...documentKinds, 'receipt']),
  to: z.string(),
  cc: z.array(z.string()),
  copyTo: z.string().nullable(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** As reported by the mail server; of an accepted email which copies were refused. */
  reason: z.string().nullable(),
  attempts: z.int(),
  queuedAt: instant,
  settledAt: instant.nullable(),
})

/** Emails to other addresses within 24 hours of the first; lower for unconfirmed accounts. */
export const emailAllowance = z.object({ max: z.int(), left: z.int(), isConfirmed: z.boolean() })
export type EmailAllowance = z.output<typeof emailAllowance>

export const emailPreview = z.object({
  to: z.string().nullable(),
  /** All on the customer's record, the main one first. */
  addresses: z.array(z.string()),
  bounced: z.array(bouncedAddress),
  ownAddress: z.string().nullable(),
  customerId: z.int(),
  toName: z.string(),
  fromName: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  attachment: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  link: z.object({ words: z.string(), url: z.string() }),
  /** null when no limit applies to the account or the address. */
  allowance: emailAllowance.nullable(),
})

/** Accepted and ignored. */
const ignoredText = (messageFields: string, max: number) =>
  z.string(`${messageFields} must be text`).max(max, `${messageFields} can have at most ${max} characters`).nullish()
export const messageFields = {
  customerEmail: ignoredText('customerEmail', textLimits.email),
  customerName: ignoredText('customerName', textLimits.name),
  subject: requiredText('Subject', textLimits.emailSubject).optional(),
  message: optionalText('Message', textLimits.emailMessage),
  to: emailAddress.optional(),
  cc: z
    .array(emailAddress, 'Cc must be a list of addresses')
    .max(maxOtherEmails, `Cc can have at most ${maxOtherEmails} addresses`)
    .optional(),
  copyToMe: z.boolean('copyToMe must be true or false').optional(),
}

/** The email goes to addresses on the customer's record only. */
export const sendInvoiceInput = z.strictObject({ ...messageFields, invoiceNumber: ignoredText('invoiceNumber', textLimits.documentNumber) })
export const sendEstimateInput = z.strictObject({
  ...messageFields,
  estimateNumber: ignoredText('estimateNumber', textLimits.documentNumber),
})
export const emailTextInput = z.object({
  subject: messageFields.subject.unwrap(),
  message: messageFields.message,
  to: z.string(),
  cc: z.array(z.string()).max(maxOtherEmails, `Cc can have at most ${maxOtherEmails} addresses`),
  copyToMe: z.boolean(),
  /** For sending later; the server checks them then. */
  day: z.string(),
  time: z.string(),
})
export const sendEmailReply = z.object({ message: z.string(), emailedTo: z.string(), email: documentEmail })
