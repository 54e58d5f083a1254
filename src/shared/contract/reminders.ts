import { z } from 'zod'
import { isTimeZone } from '#shared/dates.ts'
import { get, limited, noBody, post, put, redirect } from '#shared/endpoint.ts'
import { findUnknownPlaceholder } from '#shared/placeholders.ts'
import {
  maxReminderOffset,
  maxReminderRules,
  minReminderOffset,
  reminderPlaceholders,
  reminderReplies,
  thankYouPlaceholders,
} from '#shared/reminders.ts'
import { type TextLimit, textLimits } from '#shared/text-limits.ts'
import { reminderEndpoints } from './endpoints/reminders.ts'
import { calendarDay, instant, optionalText, requiredText, version } from './fields.ts'

const list = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** A misspelled placeholder is refused, so that no customer reads it. */
const wordsInput = (label: string, limit: TextLimit, known: readonly string[]) =>
  optionalText(label, limit).superRefine((text, { addIssue }) => {
    const unknown = findUnknownPlaceholder(text ?? '', known)
    if (unknown) addIssue({ code: 'custom', message: `${label} has the unknown placeholder ${unknown}. Known are ${list(known)}` })
  })

const hour = (label: string, min: number, max: number) => {
  const message = `${label} must be a whole hour from ${min} to ${max}`
  return z.int(message).min(min, message).max(max, message)
}
const offsetMessage = `Days from the due date must be a whole number from ${minReminderOffset} to ${maxReminderOffset}`
const offsetDays = z.int(offsetMessage).min(minReminderOffset, offsetMessage).max(maxReminderOffset, offsetMessage)
const weekdaysMessage = 'Weekdays must be a list of whole numbers from 1 (Monday) to 7'

/** Empty for the usual words. */
export const reminderWordsInput = z.strictObject({
  subject: wordsInput('Subject', textLimits.emailSubject, reminderPlaceholders),
  message: wordsInput('Message', textLimits.emailMessage, reminderPlaceholders),
})

export type ReminderWordsInput = z.output<typeof reminderWordsInput>

/** Days from the due day, negative before it. */
const ruleInput = reminderWordsInput.extend({ offsetDays })

export const reminderSettingsInput = z
  .strictObject({
    isEnabled: z.boolean('isEnabled must be true or false'),
    timeZone: requiredText('Time zone', textLimits.timeZone).refine(isTimeZone, 'Time zone must be one of the list, like America/New_York'),
    fromHour: hour('From', 0, 23),
    untilHour: hour('Until', 1, 24),
    weekdays: z
      .array(z.int(weekdaysMessage).min(1, weekdaysMessage).max(7, weekdaysMessage), weekdaysMessage)
      .min(1, 'Choose at least one weekday')
      .max(7, weekdaysMessage)
      .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
    thankYou: wordsInput('Thank-you', textLimits.thankYou, thankYouPlaceholders),
    rules: z.array(ruleInput, 'Rules must be a list').max(maxReminderRules, `There can be at most ${maxReminderRules} reminders`),
    version: version.or(z.literal(0)).optional(),
  })
  .superRefine(({ fromHour, untilHour, rules, isEnabled }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message })
    if (untilHour <= fromHour) refuse(['untilHour'], 'Until must be later than From')
    if (isEnabled && rules.length === 0) refuse(['rules'], 'Add a reminder, or switch reminders off')
    for (const [i, rule] of rules.entries())
      if (rules.findIndex((other) => other.offsetDays === rule.offsetDays) < i)
        refuse(['rules', i, 'offsetDays'], 'There is another reminder for this day')
  })
export type ReminderSettingsInput = z.output<typeof reminderSettingsInput>

export const reminderSettings = z.object({
  /** 0 until the settings are saved for the first time. */
  version: z.int(),
  /** Whether the owner has decided about reminders. */
  isAsked: z.boolean(),
  isEnabled: z.boolean(),
  timeZone: z.string(),
  fromHour: z.int(),
  untilHour: z.int(),
  weekdays: z.array(z.int()),
  thankYou: z.string().nullable(),
  rules: z.array(z.object({ offsetDays: z.int(), subject: z.string().nullable(), message: z.string().nullable() })),
  problem: z.string().nullable(),
})
export type ReminderSettings = z.output<typeof reminderSettings>

export const reminderOptOut = z.object({
  cause: z.enum(['owner', ...reminderReplies]),
  message: z.string().nullable(),
  at: instant,
})

export const invoiceReminders = z.object({
  isEnabled: z.boolean(),
  optOut: reminderOptOut.nullable(),
  customerOptOut: reminderOptOut.nullable(),
  /** By their day. `at` is the earliest time. */
  coming: z.array(z.object({ offsetDays: z.int(), day: calendarDay, at: instant })),
  past: z.array(
    z.object({
      id: z.int(),
      offsetDays: z.int().nullable(),
      state: z.enum(['queued', 'sent', 'failed', 'skipped']),
      reason: z.string().nullable(),
      to: z.string().nullable(),
      at: instant,
    }),
  ),
  /** null when none can be sent; `whyNot` says why. */
  to: z.string().nullable(),
  whyNot: z.string().nullable(),
  /** What a reminder by hand says now. */
  mail: z.object({ subject: z.string(), message: z.string() }).nullable(),
})
export type InvoiceReminders = z.output<typeof invoiceReminders>

const customerReminders = z.object({ optOut: reminderOptOut.nullable() })

export const reminderReplyInput = z.strictObject({
  reply: z.enum(reminderReplies, `reply must be one of ${reminderReplies.join(', ')}`),
  message: optionalText('Message', textLimits.reminderReply),
})

export const remindersApi = {
  settings: get(reminderEndpoints.settings, reminderSettings),
  /** New rules begin with the next day, and so do all when reminders are switched on. */
  saveSettings: put(reminderEndpoints.saveSettings, reminderSettingsInput, reminderSettings),
  ofInvoice: get(reminderEndpoints.ofInvoice, invoiceReminders),
  /** Whatever the hour and the settings. */
  send: limited('emails', post(reminderEndpoints.send, reminderWordsInput.optional(), invoiceReminders)),
  skip: post(reminderEndpoints.skip, z.strictObject({ offsetDays }), invoiceReminders),
  stop: post(reminderEndpoints.stop, noBody, invoiceReminders),
  /** Also after the customer said that it was paid, or disputed it. */
  resume: post(reminderEndpoints.resume, noBody, invoiceReminders),
  ofCustomer: get(reminderEndpoints.ofCustomer, customerReminders),
  stopForCustomer: post(reminderEndpoints.stopForCustomer, noBody, customerReminders),
  resumeForCustomer: post(reminderEndpoints.resumeForCustomer, noBody, customerReminders),
  /** Stops further reminders and tells the business; repeated requests change nothing. */
  reply: limited(
    'answers',
    post(reminderEndpoints.reply, reminderReplyInput, z.object({ reply: z.enum(reminderReplies) }), { access: 'public' }),
  ),
  /** Where mail programs go that don't unsubscribe by themselves: the form of `reply`. */
  unsubscribePage: redirect(reminderEndpoints.unsubscribePage, { access: 'public' }),
}
