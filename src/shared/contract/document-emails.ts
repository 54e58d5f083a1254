import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { instant, optionalText, requiredText } from './fields.ts'

/** Waiting for the mail server, taken by it, or refused by it for good. */
export const emailStates = ['queued', 'accepted', 'failed'] as const
export type EmailState = (typeof emailStates)[number]

/** An e-mail that brought, or was to bring, a paper or a receipt to the customer. */
export const documentEmail = z.object({
  id: z.int(),
  kind: z.enum(['invoice', 'receipt', 'estimate']),
  to: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  /** Why the last try failed, as the mail server said it; null when none has. */
  reason: z.string().nullable(),
  /** How often it was tried. */
  attempts: z.int(),
  queuedAt: instant,
  /** When the mail server took or refused it. */
  settledAt: instant.nullable(),
})

/** How many emails to others an account may still send within 24 hours of its first; the fewer, the less is known of it. */
export const emailAllowance = z.object({ max: z.int(), left: z.int(), isConfirmed: z.boolean() })
export type EmailAllowance = z.output<typeof emailAllowance>

/** What an e-mail would say, before it is sent. */
export const emailPreview = z.object({
  /** null: the customer's record has no address. */
  to: z.string().nullable(),
  toName: z.string(),
  fromName: z.string(),
  /** Where an answer goes; null when the business has no address. */
  replyTo: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** The attached PDF's file name. */
  attachment: z.string(),
  /** What stands below the message: amount due, number, due date. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The button below them. */
  link: z.object({ words: z.string(), url: z.string() }),
  /** null: nothing is counted for this account, or this address. */
  allowance: emailAllowance.nullable(),
})

/** What nothing is done with. */
const believed = (words: string, most: number) =>
  z.string(`${words} must be text`).max(most, `${words} can have at most ${most} characters`).nullish()
const words = {
  customerEmail: believed('customerEmail', textLimits.email),
  customerName: believed('customerName', textLimits.name),
  subject: requiredText('Subject', textLimits.emailSubject).optional(),
  message: optionalText('Message', textLimits.emailMessage),
}

/** Name, number and address are what the caller believes; the e-mail goes to the address on the customer's record. */
export const sendInvoiceInput = z.strictObject({ ...words, invoiceNumber: believed('invoiceNumber', textLimits.documentNumber) })
export const sendEstimateInput = z.strictObject({ ...words, estimateNumber: believed('estimateNumber', textLimits.documentNumber) })
/** The owner's own words, as both take them. */
export const emailTextInput = z.object({ subject: words.subject.unwrap(), message: words.message })
export const sendEmailReply = z.object({ message: z.string(), emailedTo: z.string(), email: documentEmail })
