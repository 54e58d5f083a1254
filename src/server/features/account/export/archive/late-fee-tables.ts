import { lateFeeRules, lateFees } from '#server/platform/db/schema/late-fees.ts'
import { exportTable } from './exported-table.ts'
import { ownerReason } from './tables.ts'

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
