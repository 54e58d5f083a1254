const hours = { timeZone: 'Europe/London', fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5] }
const thankYou = 'Thank you for your business, {customer name}.'
const rules = [
  { offsetDays: -3, subject: null, message: null },
  { offsetDays: 7, subject: 'Invoice {invoice number} is {days overdue} overdue', message: null },
]
const optOut = { cause: 'paid', message: 'By bank transfer on Monday', at: '2026-01-15T09:30:00.000Z' }

export const reminderExamples: Readonly<Record<string, unknown>> = {
  ReminderSettingsInput: { isEnabled: true, ...hours, thankYou, rules },
  ReminderSettings: { version: 1, isAsked: true, isEnabled: true, ...hours, thankYou, rules, problem: null },
  InvoiceReminders: {
    ...{ isEnabled: true, optOut: null, customerOptOut: null },
    coming: [{ offsetDays: 7, day: '2026-02-07', at: '2026-02-09T09:00:00.000Z' }],
    past: [{ id: 1, offsetDays: -3, state: 'sent', reason: null, to: 'ada@example.com', at: '2026-01-28T09:00:02.000Z' }],
    ...{ to: 'ada@example.com', whyNot: null },
  },
  ReminderOptOut: optOut,
  SkippedReminder: { offsetDays: 7 },
  CustomerReminders: { optOut },
}
