import { rowSchemas } from '#modules/imports/rows.ts'
import { createOpeningBalances, type OpeningBalanceInput } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { checkRows, type Issue, rejectRows, toIssue } from './check-rows.ts'
import { describeUnknownCustomer, findCustomers } from './find-customers.ts'

const kind = 'opening-balances'

const existingQuery = `
  select d.customer_id || ' ' || d.total || ' ' || d.due_date as same from documents d
  where d.user_id = $1 and d.type = 'invoice' and d.is_opening_balance and d.deleted_at is null`
const takenQuery = "select number from documents where user_id = $1 and type = 'invoice' and number = any($2)"

/** What is there already: opening balances by customer, amount and due date, and invoice numbers. */
const readExisting = async (db: UserDb, rows: readonly OpeningBalanceInput[]) => {
  const same = await db.rows<{ same: string }>(existingQuery, [db.userId])
  const taken = await db.rows<{ number: string }>(takenQuery, [db.userId, rows.flatMap(({ reference }) => reference || [])])
  return { balances: new Set(same.map((row) => row.same)), numbers: new Set(taken.map(({ number }) => number)) }
}

const getKey = ({ customerId, amount, dueDate }: OpeningBalanceInput) => `${customerId} ${toDecimal(amount)} ${dueDate}`

/** Imports opening balances: all rows are stored, or none. A row without a day is of today. */
export const openingBalancesImportRoute = idempotentRoute(importsApi.openingBalances, async ({ user, body, today, idempotent }) => {
  const checked = await checkRows(kind, rowSchemas[kind], body.rows, today)
  return user.tx((db) =>
    idempotent(db, async () => {
      const findCustomer = await findCustomers(
        db,
        checked.map(({ customer }) => customer),
      )
      const issues: Issue[] = []
      const addIssue = (index: number, field: string, message: string) =>
        issues.push(toIssue(kind, index, body.rows[index]!.line, field, message))
      const rows = checked.flatMap(({ customer, day, ...row }, index): { index: number; input: OpeningBalanceInput }[] => {
        const found = findCustomer(customer)
        if (found && 'id' in found) return [{ index, input: { ...row, customerId: found.id, day: day ?? (today as Day) } }]
        addIssue(index, 'customer', describeUnknownCustomer(customer, found))
        return []
      })
      // Without a lock: the posting asks again.
      const closedThrough = await readClosedThrough(db)
      const { balances, numbers } = await readExisting(
        db,
        rows.map(({ input }) => input),
      )
      const isThere = ({ reference, ...input }: OpeningBalanceInput) => (reference ? numbers.has(reference) : balances.has(getKey(input)))
      const inFile = new Set<string>()
      for (const { index, input } of rows) {
        if (closedThrough !== null && input.day <= closedThrough)
          addIssue(index, 'day', `Your books are closed through ${formatDay(closedThrough)}: choose a later day`)
        if (isThere(input)) {
          if (!body.skipExisting && input.reference) addIssue(index, 'reference', `The invoice number ${input.reference} is taken already`)
          else if (!body.skipExisting)
            addIssue(index, 'amount', 'This customer has an opening balance with this amount and due date already')
        } else if (input.reference) {
          if (inFile.has(input.reference)) addIssue(index, 'reference', `The invoice number ${input.reference} is in the file twice`)
          inFile.add(input.reference)
        } else {
          if (inFile.has(getKey(input)))
            addIssue(
              index,
              'amount',
              'This customer is in the file twice with this amount and due date. If these are two invoices, give both their numbers',
            )
          inFile.add(getKey(input))
        }
      }
      rejectRows(issues)
      const fresh = rows.filter(({ input }) => !isThere(input)).map(({ input }) => input)
      await createOpeningBalances(db, fresh, today)
      return { created: fresh.length, skipped: rows.length - fresh.length }
    }),
  )
})
