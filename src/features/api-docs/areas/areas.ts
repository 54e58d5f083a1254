import { describeRecord } from '#kit/server/docs.ts'
import { customerDocs } from '#modules/customers/docs.ts'
import { entities } from '#modules/entities.ts'
import { expenseDocs } from '#modules/expenses/docs.ts'
import { itemDocs } from '#modules/items/docs.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { lateFeeDocs } from './late-fees.ts'
import { paymentDocs, savedCardDocs } from './payments.ts'
import { exchangeRateDocs, taxRateDocs } from './rates.ts'
import { recurringInvoiceDocs } from './recurring-invoices.ts'
import { reminderDocs } from './reminders.ts'
import { profileDocs, reportDocs } from './reports.ts'

const described = [
  customerDocs,
  itemDocs,
  taxRateDocs,
  exchangeRateDocs,
  recurringInvoiceDocs,
  reminderDocs,
  lateFeeDocs,
  savedCardDocs,
  expenseDocs,
  reportDocs,
  profileDocs,
]

/**
 * All areas of the documentation, in its order. A record that is like all others needs no description of its own.
 * @param documents what the modules say of theirs; payments follow the first, the invoices
 */
export const listAreas = ([invoices, ...documents]: readonly AreaDocs[]): readonly AreaDocs[] => [
  ...[invoices!, paymentDocs, ...documents, ...described],
  ...entities.filter(({ plural }) => !described.some(({ area }) => area === plural)).map((entity) => describeRecord(entity, entity.api)),
]
