import { customerEntity } from '#modules/customers/server.ts'
import { expenseEntity } from '#modules/expenses/server.ts'
import { rowSchemas } from '#modules/imports/rows.ts'
import { itemEntity } from '#modules/items/server.ts'
import { listTaxRates } from '#modules/tax-rates/server.ts'
import { createOpeningBalances, type OpeningBalanceInput } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { checkRows, type Issue, rejectRows, toIssue } from './check-rows.ts'
import { insertRows } from './insert-rows.ts'

type CustomerMatch = { id: number } | { several: number } | undefined

/**
 * Finds customers by the names in a file, in any case: by name, or else by company. The customers found cannot be deleted until the transaction ends.
 * @returns for each name: the customer's id, the number of customers with that name, or undefined when there is none
 */
const findCustomers = async (db: UserDb, names: readonly string[]): Promise<(name: string) => CustomerMatch> => {
  const rows = await db.rows<{ name: string; id: number; count: number }>(
    `with wanted as (select distinct name, lower(name collate "und-x-icu") as key from unnest($2::text[]) as name),
     named as (
       select w.name, c.id from wanted w join customers c on lower(c.name collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     firms as (
       select w.name, c.id from wanted w join customers c on lower(c.company collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     by_name as (select name, min(id) as id, count(*)::int as count from named group by name),
     by_company as (select name, min(id) as id, count(*)::int as count from firms group by name)
     select * from by_name
     union all
     select * from by_company where name not in (select name from by_name)`,
    [db.userId, [...new Set(names)]],
  )
  const found = new Map(rows.map(({ name, id, count }) => [name, count === 1 ? { id } : { several: count }]))
  return (name) => found.get(name)
}

/** Why a name leads to no customer. @param found how many have it, if several do */
const describeUnknownCustomer = (name: string, found: { several: number } | undefined): string =>
  found
    ? `${found.several} customers are called "${name}". Give the one you mean a name of its own first`
    : `There is no customer called "${name}". Add it first`

const kind = 'opening-balances'

const existingQuery = `
  select d.customer_id || ' ' || d.total || ' ' || d.due_date as same from documents d
  where d.user_id = $1 and d.type = 'invoice' and d.is_opening_balance and d.deleted_at is null`
const takenQuery = `
  select number from documents
  where user_id = $1 and type = 'invoice' and has_number and lower(number) = any(array(select lower(typed) from unnest($2::text[]) typed))`

/** What is there already: opening balances by customer, amount and due date, and invoice numbers. */
const readExisting = async (db: UserDb, rows: readonly OpeningBalanceInput[]) => {
  const same = await db.rows<{ same: string }>(existingQuery, [db.userId])
  const taken = await db.rows<{ number: string }>(takenQuery, [db.userId, rows.flatMap(({ reference }) => reference || [])])
  return { balances: new Set(same.map((row) => row.same)), numbers: new Set(taken.map(({ number }) => number.toLowerCase())) }
}

const getKey = ({ customerId, amount, dueDate }: OpeningBalanceInput) => `${customerId} ${toDecimal(amount)} ${dueDate}`

/** Imports opening balances: all rows are stored, or none. A row without a day is of today. */
const openingBalancesImportRoute = idempotentRoute(importsApi.openingBalances, async ({ user, body, today, idempotent }) => {
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
      const isThere = ({ reference, ...input }: OpeningBalanceInput) =>
        reference ? numbers.has(reference.toLowerCase()) : balances.has(getKey(input))
      const inFile = new Set<string>()
      for (const { index, input } of rows) {
        if (closedThrough !== null && input.day <= closedThrough)
          addIssue(index, 'day', `Your books are closed through ${formatDay(closedThrough)}: choose a later day`)
        if (isThere(input)) {
          if (!body.skipExisting && input.reference) addIssue(index, 'reference', `The invoice number ${input.reference} is taken already`)
          else if (!body.skipExisting)
            addIssue(index, 'amount', 'This customer has an opening balance with this amount and due date already')
        } else if (input.reference) {
          if (inFile.has(input.reference.toLowerCase()))
            addIssue(index, 'reference', `The invoice number ${input.reference} is in the file twice`)
          inFile.add(input.reference.toLowerCase())
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
      await createOpeningBalances(db, fresh)
      return { created: fresh.length, skipped: rows.length - fresh.length }
    }),
  )
})

/** Imports an entity whose rows refer to tax rates only. */
const createImportRoute = (
  endpoint: typeof importsApi.customers | typeof importsApi.items,
  entity: typeof customerEntity | typeof itemEntity,
) =>
  idempotentRoute(endpoint, async ({ user, body, today, idempotent }) => {
    const rows = await checkRows(entity.tableName, rowSchemas[entity.tableName], body.rows, today)
    return user.tx((db) =>
      idempotent(db, async () => {
        const rates = rows.some(({ taxRate }) => taxRate) ? await listTaxRates(db, { archived: true }) : []
        const active = rates.filter(({ archivedAt }) => archivedAt === null)
        const idByName = new Map(active.map(({ id, name }) => [name.toLowerCase(), id]))
        const known = new Set(rates.map(({ name }) => name.toLowerCase()))
        const problems = rows.flatMap(({ taxRate }, i) => {
          if (!taxRate || idByName.has(taxRate.toLowerCase())) return []
          const message = known.has(taxRate.toLowerCase())
            ? `The tax rate "${taxRate}" is archived. Restore it first, or use another one`
            : `There is no tax rate called "${taxRate}". Add it first`
          return [toIssue(entity.tableName, i, body.rows[i]!.line, 'taxRate', message)]
        })
        rejectRows(problems)
        return insertRows(
          db,
          entity,
          rows.map((row) => ({ ...row, taxRateId: idByName.get(row.taxRate?.toLowerCase() ?? '') ?? null })),
          body,
        )
      }),
    )
  })

/** Imports: all rows are stored, or none. */
export const importsModule: Module = () => ({
  routes: [
    createImportRoute(importsApi.customers, customerEntity),
    createImportRoute(importsApi.items, itemEntity),
    openingBalancesImportRoute,

    idempotentRoute(importsApi.expenses, async ({ user, body, today, idempotent }) => {
      const rows = await checkRows('expenses', rowSchemas.expenses, body.rows, today)
      return user.tx((db) =>
        idempotent(db, async () => {
          const findCustomer = await findCustomers(
            db,
            rows.flatMap(({ customer }) => customer || []),
          )
          const problems = rows.flatMap(({ customer }, i) => {
            const found = customer ? findCustomer(customer) : undefined
            const message = !customer || (found && 'id' in found) ? undefined : describeProblem(customer, found, body.unknownCustomers)
            return message ? [toIssue('expenses', i, body.rows[i]!.line, 'customer', message)] : []
          })
          rejectRows(problems)
          const values = rows.map((row) => {
            const found = row.customer ? findCustomer(row.customer) : undefined
            return { ...row, customerId: found && 'id' in found ? found.id : null }
          })
          return insertRows(db, expenseEntity, values, body)
        }),
      )
    }),
  ],
})

/** @returns undefined where the expense is stored without a customer */
const describeProblem = (name: string, found: { several: number } | undefined, unknown: 'refuse' | 'empty') => {
  if (found || unknown === 'refuse') {
    const message = describeUnknownCustomer(name, found)
    return found ? message : `${message}, or import these expenses without a customer`
  }
  return undefined
}
