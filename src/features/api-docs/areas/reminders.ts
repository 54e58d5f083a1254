import { describeCalls, staleVersionConflict } from '#kit/server/docs.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import {
  invoiceReminders,
  reminderOptOut,
  reminderSettings,
  reminderSettingsInput,
  remindersApi,
  reminderWordsInput,
} from '#shared/contract/reminders.ts'

const hours = { timeZone: 'Europe/London', fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5] }
const thankYou = 'Thank you for your business, {customer name}.'
const rules = [
  { offsetDays: -3, subject: null, message: null },
  { offsetDays: 7, subject: 'Invoice {invoice number} is {days overdue} overdue', message: null },
]
const optOut = { cause: 'paid', message: 'By bank transfer on Monday', at: '2026-01-15T09:30:00.000Z' }

export const reminderDocs: AreaDocs = {
  area: 'Payment reminders',
  description:
    'Emails that remind customers of open invoices before, on and after the due date: each once, in your hours, and none after payment. A customer gets at most one automatic reminder a day.',
  operations: describeCalls(remindersApi, {
    settings: {
      title: 'Read the reminder settings',
      description: 'Returns the settings and rules. `version` is 0 until they are saved for the first time; they are off then.',
    },
    saveSettings: {
      title: 'Save the reminder settings',
      description:
        'Saves the settings and all rules. A new rule begins with the next day, and so do all rules when reminders are switched on. Placeholders are {invoice number}, {amount due}, {due date}, {days overdue}, {customer name} and {business name}.',
      conflict: staleVersionConflict,
    },
    ofInvoice: {
      title: 'List an invoice’s reminders',
      description: 'Returns the coming reminders of an invoice and the latest 100 past ones, with the reason for each that was skipped.',
    },
    send: {
      title: 'Remind now',
      description: 'Emails a reminder of an invoice at once, whatever the hours and rules, in the usual words or in your own.',
      conflict: 'Nothing is due, a payment is on its way, the customer has answered or unsubscribed, or has no email address.',
    },
    skip: {
      title: 'Skip a reminder',
      description: 'Leaves out one coming reminder of an invoice.',
      conflict: 'No such reminder is coming.',
    },
    stop: {
      title: 'Stop an invoice’s reminders',
      description: 'Switches automatic reminders of an invoice off.',
    },
    resume: {
      title: 'Resume an invoice’s reminders',
      description: 'Switches them on again, also after the customer said that the invoice was paid or disputed it.',
    },
    ofCustomer: {
      title: 'Read whether a customer gets reminders',
      description: 'Returns why a customer gets no reminders; null when they do.',
    },
    stopForCustomer: {
      title: 'Stop a customer’s reminders',
      description: 'Switches automatic reminders of all invoices of a customer off.',
    },
    resumeForCustomer: {
      title: 'Resume a customer’s reminders',
      description: 'Switches them on again, also after the customer unsubscribed.',
    },
  }),
  schemas: {
    ...{ reminderSettings, reminderSettingsInput, reminderWordsInput, invoiceReminders, reminderOptOut },
    ...{ skippedReminder: remindersApi.skip.body, customerReminders: remindersApi.ofCustomer.reply },
  },
  examples: {
    ReminderSettingsInput: { isEnabled: true, ...hours, thankYou, rules },
    ReminderSettings: { version: 1, isAsked: true, isEnabled: true, ...hours, thankYou, rules, problem: null },
    InvoiceReminders: {
      ...{ isEnabled: true, optOut: null, customerOptOut: null },
      coming: [{ offsetDays: 7, day: '2026-02-07', at: '2026-02-09T09:00:00.000Z' }],
      past: [{ id: 1, offsetDays: -3, state: 'sent', reason: null, to: 'ada@example.com', at: '2026-01-28T09:00:02.000Z' }],
      ...{ to: 'ada@example.com', whyNot: null },
      mail: { subject: 'Invoice INV-2026-0007 from Lovelace Analytics is overdue', message: 'Hello Grace Hopper,\n\nDid it get lost?' },
    },
    ReminderOptOut: optOut,
    ReminderWordsInput: { subject: null, message: 'Hello {customer name}, did it get lost?' },
    SkippedReminder: { offsetDays: 7 },
    CustomerReminders: { optOut },
  },
}
