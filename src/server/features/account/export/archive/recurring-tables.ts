import { recurringInvoices, recurringRuns, recurringVersions } from '#server/platform/db/schema/recurring.ts'
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
