import type { CustomerText } from './customer-texts.ts'

export const maxReminderRules = 12
export const minReminderOffset = -60
export const maxReminderOffset = 365

/** In days from the due day. */
export const defaultReminderOffsets: readonly number[] = [-3, 0, 7, 14]
export const defaultReminderHours = { fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5] }

export const reminderPlaceholders = ['invoice number', 'amount due', 'due date', 'days overdue', 'customer name', 'business name'] as const
export type ReminderPlaceholder = (typeof reminderPlaceholders)[number]

export const thankYouPlaceholders = ['invoice number', 'amount paid', 'customer name', 'business name'] as const
export type ThankYouPlaceholder = (typeof thankYouPlaceholders)[number]

export type ReminderWords = { subject: string; message: string }

/**
 * They depend on the day on which it is sent, which can be after the rule's own day. @param daysOverdue below zero before the due day
 * @param find what they are in another language
 */
export const getDefaultReminderWords = (
  daysOverdue: number,
  invoices = 1,
  find: (text: CustomerText) => string = (text) => text,
): ReminderWords => {
  const write = (subject: CustomerText, message: CustomerText) => {
    const count = (text: string) => text.replace('{count}', String(invoices))
    return { subject: count(find(subject)), message: `${find('Hello {customer name},')}\n\n${count(find(message))}` }
  }
  if (invoices > 1)
    return write(
      '{count} unpaid invoices from {business name}',
      'This is a reminder of {count} invoices that are due or will be soon. Together they come to {amount due}.',
    )
  if (daysOverdue < 0)
    return write(
      'Invoice {invoice number} from {business name} is due {due date}',
      'This is a friendly reminder that invoice {invoice number} is due on {due date}.',
    )
  if (daysOverdue === 0)
    return write(
      'Invoice {invoice number} from {business name} is due today',
      'This is a reminder that invoice {invoice number} is due today.',
    )
  return write(
    'Invoice {invoice number} from {business name} is overdue',
    'Invoice {invoice number} was due on {due date} and is now {days overdue} overdue. Please arrange payment as soon as you can.',
  )
}

export const countDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

export const describeReminder = (offsetDays: number): string =>
  offsetDays === 0 ? 'On the due date' : `${countDays(Math.abs(offsetDays))} ${offsetDays < 0 ? 'before' : 'after'} the due date`

/** 'unsubscribed' holds for all invoices of the customer. */
export const reminderReplies = ['paid', 'disputed', 'unsubscribed'] as const
export type ReminderReply = (typeof reminderReplies)[number]
