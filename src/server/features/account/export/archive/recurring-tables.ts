import { recurringInvoices, recurringRuns, recurringVersions } from '#server/platform/db/schema/recurring.ts'
import { scheduledSends, statementRunCustomers, statementRuns, statementSchedules } from '#server/platform/db/schema/scheduled.ts'
import { exportTable } from './exported-table.ts'
import { ownerReason, parentReason } from './tables.ts'

export const exportedRecurring = exportTable(
  recurringInvoices,
  [
    ...(['id', 'customerId', 'startDay', 'frequency', 'every', 'onDays', 'untilDay', 'maxCount', 'time', 'timeZone', 'dueDays'] as const),
    ...([
      'sendsInvoices',
      'chargesSavedCard',
      'status',
      'nextDay',
      'nextRunAt',
      'catchUpThrough',
      'problem',
      'problemSince',
      'createdAt',
      'updatedAt',
    ] as const),
  ],
  { userId: ownerReason, version: 'counts saves, so that a stale one can be refused' },
)
export const exportedRecurringVersions = exportTable(recurringVersions, ['validFrom', 'content'], {
  userId: ownerReason,
  recurringId: parentReason,
})
export const exportedRecurringRuns = exportTable(recurringRuns, ['day', 'outcome', 'reason', 'documentId', 'at'], {
  userId: ownerReason,
  recurringId: parentReason,
})

export const exportedScheduledSends = exportTable(
  scheduledSends,
  [
    ...(['documentId', 'day', 'time', 'timeZone', 'sendAt', 'toAddress', 'ccAddresses', 'copyToMe', 'subject', 'message'] as const),
    ...(['problem', 'problemSince', 'createdAt', 'updatedAt'] as const),
  ],
  { userId: ownerReason, customerId: 'compared with the customer of the document when it is sent' },
)
export const exportedStatementSchedule = exportTable(
  statementSchedules,
  ['isOn', 'dayOfMonth', 'time', 'timeZone', 'sendsTo', 'enabledAt', 'createdAt', 'updatedAt'],
  { userId: ownerReason },
)
export const exportedStatementRuns = exportTable(statementRuns, ['period', 'reason', 'problem', 'at', 'finishedAt'], {
  userId: ownerReason,
})
export const exportedStatementRunCustomers = exportTable(statementRunCustomers, ['customerId', 'outcome', 'reason'], {
  userId: ownerReason,
  period: parentReason,
})
