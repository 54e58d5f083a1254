import { z } from 'zod'
import { maxDueDays } from '#shared/business-defaults.ts'
import { isDay } from '#shared/dates.ts'
import { adding, del, find, get, limited, noBody, post, put } from '#shared/endpoint.ts'
import { frequencies, lastDayOfMonth, listDays } from '#shared/recurrence.ts'
import { documentMaxBytes, textLimits } from '#shared/text-limits.ts'
import { unitCodes } from '#shared/units.ts'
import { historyEvent } from './document-history.ts'
import {
  chargeableKinds,
  documentFormFields,
  limitDocumentText,
  lineItemInput,
  lineItemsInput,
  pricingFields,
  referenceFields,
  referencesReply,
} from './documents.ts'
import { recurringInvoiceEndpoints } from './endpoints/recurring-invoices.ts'
import {
  amount,
  calendarDay,
  currency,
  decimal,
  documentDayInput,
  exactDecimal,
  instant,
  optionalText,
  orNone,
  percent,
  rowId,
  timeInput,
  timeZoneInput,
  version,
  wholeNumber,
} from './fields.ts'

export const maxRecurringInvoices = 1000
export const previewLength = 12
/** Missed invoices that are created without asking. */
export const maxCatchUp = 3

const maxEvery = 365
const onDaysMessage = `On days must be a list of whole numbers: 1 to 7 for weekdays, 1 to 31 or ${lastDayOfMonth} for the last day of the month`

const scheduleFields = {
  startDay: documentDayInput('Start date'),
  frequency: z.enum(frequencies, `Frequency must be one of ${frequencies.join(', ')}`),
  /** 2: every other day, week, month or year. */
  every: wholeNumber('Every', 1, maxEvery).default(1),
  /** Weekly: 1 (Monday) to 7. Monthly: 1 to 31, and -1 for the last day; a day that a month does not have is its last day. Empty: as the start. */
  onDays: z
    .array(z.int(onDaysMessage).min(lastDayOfMonth, onDaysMessage).max(31, onDaysMessage), onDaysMessage)
    .max(32, onDaysMessage)
    .default([]),
  untilDay: documentDayInput('End date').nullish(),
  maxCount: wholeNumber('Number of invoices', 1, 9999).nullish(),
  time: timeInput.default('08:00'),
  timeZone: timeZoneInput,
}
type ScheduleFields = z.output<z.ZodObject<typeof scheduleFields>>

const checkSchedule = (
  input: ScheduleFields,
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) => {
  const { startDay, every, frequency, onDays, untilDay = null, maxCount } = input
  // These have been refused already, and have no days.
  if (typeof startDay !== 'string' || !isDay(startDay) || !(every >= 1 && every <= maxEvery)) return
  if (untilDay !== null && !isDay(untilDay)) return
  const refuse = (field: keyof ScheduleFields, message: string) => addIssue({ code: 'custom', path: [field], message })
  if (onDays.length > 0 && frequency !== 'weekly' && frequency !== 'monthly')
    return refuse('onDays', 'Days can be chosen only weekly and monthly')
  if (frequency === 'weekly' && onDays.some((weekday) => weekday < 1 || weekday > 7))
    return refuse('onDays', 'Weekdays must be from 1 (Monday) to 7 (Sunday)')
  if (onDays.includes(0)) return refuse('onDays', onDaysMessage)
  if (untilDay && maxCount) return refuse('maxCount', 'Enter either the end date or the number of invoices, not both')
  if (untilDay && untilDay < startDay) return refuse('untilDay', 'End date must not be before the start date')
  if (listDays({ ...input, untilDay }, startDay, 1).length === 0)
    refuse('untilDay', 'There is no invoice between the start date and the end date. Choose a later end date or other days.')
}

const recurringLine = lineItemInput.omit({ total: true }).extend({
  /** The price that the item has when the invoice is created. */
  followsItemPrice: z.boolean('followsItemPrice must be true or false').optional(),
})

const contentFields = {
  taxRate: documentFormFields.taxRate,
  pricesIncludeTax: pricingFields.pricesIncludeTax,
  discountPercent: pricingFields.discountPercent,
  discountAmount: pricingFields.discountAmount,
  currency: pricingFields.currency,
  ...referenceFields,
  /** Notes, terms and descriptions can have placeholders, see `placeholders`. */
  notes: documentFormFields.notes,
  terms: optionalText('Payment terms', textLimits.notes),
  lineItems: lineItemsInput(recurringLine, 'An invoice'),
}
export const recurringContent = z.strictObject(contentFields)
export type RecurringContent = z.output<typeof recurringContent>

export const recurringSchedule = z.strictObject(scheduleFields).superRefine(checkSchedule)

const ownFields = {
  customerId: rowId('Customer'),
  ...scheduleFields,
  /** Null for the terms of the customer. */
  dueDays: orNone(wholeNumber('Due days', 0, maxDueDays)),
  sendsInvoices: z.boolean('sendsInvoices must be true or false'),
  /** Emailed invoices, when they are due, to the card that the customer saved on the pay page. */
  chargesSavedCard: z.boolean('chargesSavedCard must be true or false').default(false),
}
const inputFields = {
  ...ownFields,
  content: limitDocumentText(recurringContent).superRefine(({ lineItems }, { addIssue }) => {
    for (const [i, line] of lineItems.entries())
      if (line.followsItemPrice && !line.itemId)
        addIssue({ code: 'custom', path: ['lineItems', i, 'followsItemPrice'], message: 'Only a line with an item can follow its price' })
  }),
}
/** The email announces the payment, so only emailed invoices can be charged. */
const checkCharge = (
  { sendsInvoices, chargesSavedCard }: { sendsInvoices: boolean; chargesSavedCard: boolean },
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) => {
  if (chargesSavedCard && !sendsInvoices)
    addIssue({ code: 'custom', path: ['chargesSavedCard'], message: 'Only invoices that are emailed can be charged to a saved card' })
}

export const recurringInvoiceInput = z.strictObject(inputFields).superRefine(checkSchedule).superRefine(checkCharge)
export type RecurringInvoiceInput = z.output<typeof recurringInvoiceInput>
/** `contentFrom` is asked for only by an edit. */
export const recurringInvoiceForm = z
  .strictObject({ ...ownFields, ...contentFields, currency, contentFrom: documentDayInput('Changes apply from').optional() })
  .superRefine(checkSchedule)
  .superRefine(checkCharge)
export const recurringInvoiceUpdate = z
  .strictObject({
    ...inputFields,
    contentFrom: documentDayInput('Valid from').optional(),
    version: version.optional(),
  })
  .superRefine(checkSchedule)
  .superRefine(checkCharge)
export type RecurringInvoiceUpdate = z.output<typeof recurringInvoiceUpdate>

export const recurringStatuses = ['active', 'paused', 'ended'] as const

export const listedRecurringInvoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  customerName: z.string(),
  firstLine: z.string(),
  startDay: calendarDay,
  frequency: z.enum(frequencies),
  every: z.int(),
  onDays: z.array(z.int()),
  untilDay: calendarDay.nullable(),
  maxCount: z.int().nullable(),
  time: z.string(),
  timeZone: z.string(),
  dueDays: z.int().nullable(),
  sendsInvoices: z.boolean(),
  chargesSavedCard: z.boolean(),
  status: z.enum(recurringStatuses),
  nextDay: calendarDay.nullable(),
  nextRunAt: instant.nullable(),
  /** Why the next invoice could not be created, or why Billfold paused it. */
  problem: z.string().nullable(),
  madeCount: z.int(),
  /** At today's prices; null where it can't be computed. */
  total: amount.nullable(),
  currency,
})
export type ListedRecurringInvoice = z.output<typeof listedRecurringInvoice>
export type ListedRecurringInvoiceWire = z.input<typeof listedRecurringInvoice>

export const storedContent = z.object({
  taxRate: decimal,
  pricesIncludeTax: z.boolean(),
  discountPercent: percent.nullable(),
  discountAmount: amount.nullable(),
  currency,
  ...referencesReply,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  lineItems: z.array(
    z.object({
      itemId: z.int().nullable(),
      kind: z.enum(chargeableKinds),
      description: z.string(),
      quantity: exactDecimal,
      unitCode: z.enum(unitCodes),
      unitPrice: exactDecimal,
      discountPercent: percent.nullable(),
      discountAmount: amount.nullable(),
      taxRateId: z.int().nullable(),
      followsItemPrice: z.boolean(),
    }),
  ),
})
export type StoredContent = z.output<typeof storedContent>

/** `content`: as of the next day. */
export const recurringInvoice = listedRecurringInvoice.extend({ content: storedContent })
export type RecurringInvoice = z.output<typeof recurringInvoice>
export type RecurringInvoiceWire = z.input<typeof recurringInvoice>

export const recurringRun = z.object({
  day: calendarDay,
  outcome: z.enum(['made', 'skipped']),
  reason: z.string().nullable(),
  at: instant,
  invoice: z.object({ id: z.int(), invoiceNumber: z.string(), isDeleted: z.boolean() }).nullable(),
})
export type RecurringRunWire = z.input<typeof recurringRun>

const missedMessage = 'missed must be all, latest or none'

export const recurringInvoicesApi = {
  /** By the next day; ended ones last. */
  list: find(
    recurringInvoiceEndpoints.list,
    z.strictObject({
      status: z.enum(recurringStatuses, `status must be one of ${recurringStatuses.join(', ')}`).optional(),
      customerId: rowId('customerId').optional(),
    }),
    z.array(listedRecurringInvoice),
  ),
  one: get(recurringInvoiceEndpoints.one, recurringInvoice),
  history: get(recurringInvoiceEndpoints.history, z.array(historyEvent)),
  runs: get(recurringInvoiceEndpoints.runs, z.array(recurringRun)),
  create: post(recurringInvoiceEndpoints.create, recurringInvoiceInput, recurringInvoice, { status: 201, maxBytes: documentMaxBytes }),
  /** At most 12; nothing is stored. */
  preview: post(
    recurringInvoiceEndpoints.preview,
    recurringSchedule,
    z.object({ days: z.array(z.object({ day: calendarDay, at: instant })) }),
  ),
  update: put(recurringInvoiceEndpoints.update, recurringInvoiceUpdate, recurringInvoice, { maxBytes: documentMaxBytes }),
  /** Its invoices stay. */
  remove: del(recurringInvoiceEndpoints.remove),
  pause: post(recurringInvoiceEndpoints.pause, noBody, recurringInvoice),
  /** `missed`: which invoices of the days that went by are created after all. */
  resume: post(
    recurringInvoiceEndpoints.resume,
    z.strictObject({ missed: z.enum(['all', 'latest', 'none'], missedMessage).default('none') }),
    recurringInvoice,
  ),
  skip: post(recurringInvoiceEndpoints.skip, noBody, recurringInvoice),
  runNow: limited('emails', adding('copy', post(recurringInvoiceEndpoints.runNow, noBody, recurringInvoice))),
}
