import { lateFeeRules, lateFees } from '#server/platform/db/schema/late-fees.ts'
import { reminderEmails, reminderOptOuts, reminderRules, reminderSettings, reminders } from '#server/platform/db/schema/reminders.ts'
import { exportTable } from './exported-table.ts'
import { ownerReason } from './tables.ts'

export const exportedReminderSettings = exportTable(
  reminderSettings,
  [
    ...(['isEnabled', 'timeZone', 'fromHour', 'untilHour', 'weekdays', 'thankYou', 'problem', 'problemSince'] as const),
    ...(['createdAt', 'updatedAt'] as const),
  ],
  { userId: ownerReason, version: 'counts saves, so that a stale one can be refused' },
)
export const exportedReminderRules = exportTable(reminderRules, ['offsetDays', 'subject', 'message', 'validFrom'], { userId: ownerReason })
export const exportedReminderEmails = exportTable(
  reminderEmails,
  [
    ...(['id', 'customerId', 'day', 'isManual', 'toAddress', 'subject', 'message', 'state', 'reason', 'attempts'] as const),
    ...(['queuedAt', 'startedAt', 'settledAt', 'reportedAddresses'] as const),
  ],
  { userId: ownerReason },
)
export const exportedReminders = exportTable(reminders, ['id', 'documentId', 'instalment', 'offsetDays', 'emailId', 'reason', 'at'], {
  userId: ownerReason,
})
export const exportedReminderOptOuts = exportTable(reminderOptOuts, ['id', 'documentId', 'customerId', 'cause', 'message', 'at'], {
  userId: ownerReason,
})

export const exportedLateFeeRules = exportTable(
  lateFeeRules,
  [
    ...(['id', 'kind', 'amount', 'currency', 'percent', 'graceDays', 'repeats', 'isAutomatic', 'validFrom'] as const),
    ...(['problem', 'archivedAt', 'createdAt'] as const),
  ],
  { userId: ownerReason },
)
export const exportedLateFees = exportTable(
  lateFees,
  ['invoiceId', 'ruleId', 'occurrence', 'amount', 'currency', 'firstDay', 'lastDay', 'feeInvoiceId', 'createdAt'],
  { userId: ownerReason },
)
