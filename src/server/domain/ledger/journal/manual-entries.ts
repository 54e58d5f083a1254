import type { Day } from '#shared/dates.ts'
import type { HomeAmount } from '#shared/money.ts'
import { bases } from '#shared/reports.ts'
import type { Entry } from './derive-entries.ts'
import { noTax } from './pair-changes.ts'

export type ManualEntryFacts = { id: number; day: Day; description: string; amount: HomeAmount; debit: number; credit: number }

/** Those that stand. @param isIn condition on an id */
export const selectManualEntries = (isIn: (id: string) => string): string => `
  select id, day, description, amount::text, debit_account as debit, credit_account as credit
  from manual_entries where user_id = $1 and reversed_at is null and ${isIn('id')} order by id`

/** The same on both bases. */
export const deriveManualEntry = ({ id, day, description, amount, debit, credit }: ManualEntryFacts): Entry => {
  const line = { debit, credit, amount, customerId: null, currency: null, currencyAmount: null, ...noTax }
  return {
    ...{ kind: 'manual', sourceId: id, documentId: null, day, reference: null, name: null, description },
    lines: bases.map((basis) => ({ basis, ...line })),
  }
}
