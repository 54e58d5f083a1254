import { customerEntity } from '#modules/customers/server.ts'
import { expenseEntity } from '#modules/expenses/server.ts'
import { rowSchemas } from '#modules/imports/rows.ts'
import { itemEntity } from '#modules/items/server.ts'
import { listTaxRates } from '#modules/tax-rates/server.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import {
  createOpeningBalances,
  getOpeningKey,
  type OpeningBalanceInput,
  openingKeySql,
} from '#server/domain/documents/lifecycle/opening-balances.ts'
import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { findCurrencyProblem } from '#shared/amount-limits.ts'
import { importsApi } from '#shared/contract/imports.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
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

type Taxed = { taxRate?: string | null | undefined }

/** Finds tax rates by the names in a file, in any case. @returns for each name: the id, null for no name, or why there is none */
const readTaxRates = async (db: UserDb, rows: readonly Taxed[]): Promise<(name: string | null | undefined) => number | string | null> => {
  const rates = rows.some(({ taxRate }) => taxRate) ? await listTaxRates(db, { archived: true }) : []
  const active = rates.filter(({ archivedAt }) => archivedAt === null)
  const idByName = new Map(active.map(({ id, name }) => [name.toLowerCase(), id]))
  const known = new Set(rates.map(({ name }) => name.toLowerCase()))
  return (name) => {
    if (!name) return null
    return (
      idByName.get(name.toLowerCase()) ??
      (known.has(name.toLowerCase())
        ? `The tax rate "${name}" is archived. Restore it first, or use another one`
        : `There is no tax rate called "${name}". Add it first`)
    )
  }
}

const kind = 'opening-balances'

const existingQuery = `
  select ${openingKeySql} as same from documents d
  where d.user_id = $1 and d.is_opening_balance and d.status <> 'voided' and d.deleted_at is null`
const takenQuery = `
  select type || ' ' || lower(number) as number from documents
  where user_id = $1 and type in ('invoice', 'credit-note') and has_number
    and lower(number) = any(array(select lower(typed) from unnest($2::text[]) typed))`

/** Invoices and credit notes are numbered apart. */
const getNumberKey = ({ amount, reference }: OpeningBalanceInput) => `${amount < 0 ? 'credit-note' : 'invoice'} ${reference!.toLowerCase()}`

/** What is there already: opening balances by customer, amount and due date, and document numbers. */
const readExisting = async (db: UserDb, rows: readonly OpeningBalanceInput[]) => {
  const same = await db.rows<{ same: string }>(existingQuery, [db.userId])
  const taken = await db.rows<{ number: string }>(takenQuery, [db.userId, rows.flatMap(({ reference }) => reference || [])])
  return { balances: new Set(same.map((row) => row.same)), numbers: new Set(taken.map(({ number }) => number)) }
}

/** Whether the rate of each currency and day is known that the rows leave out. */
const findRates = async (db: UserDb, rows: readonly OpeningBalanceInput[], home: Currency) => {
  const asked = rows.filter(({ currency, exchangeRate }) => (currency ?? home) !== home && exchangeRate == null)
  const getKey = ({ currency, day }: OpeningBalanceInput) => `${currency} ${day}`
  const unknown = new Set<string>()
  for (const [key, { currency, day }] of new Map(asked.map((row) => [getKey(row), row])))
    if (!(await findRate(db, currency!, day))) unknown.add(key)
  return (row: OpeningBalanceInput) => !(asked.includes(row) && unknown.has(getKey(row)))
}

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
      const findTaxRate = await readTaxRates(db, checked)
      const home = await getHomeCurrency(db)
      const rows = checked.flatMap(({ customer, taxRate, day, ...row }, index): { index: number; input: OpeningBalanceInput }[] => {
        const found = findCustomer(customer)
        const rate = findTaxRate(taxRate)
        if (typeof rate === 'string') addIssue(index, 'taxRate', rate)
        if (found && 'id' in found)
          return [
            { index, input: { ...row, customerId: found.id, taxRateId: rate === null ? null : Number(rate), day: day ?? (today as Day) } },
          ]
        addIssue(index, 'customer', describeUnknownCustomer(customer, found))
        return []
      })
      // Without a lock: the posting asks again.
      const closedThrough = await readClosedThrough(db)
      const { balances, numbers } = await readExisting(
        db,
        rows.map(({ input }) => input),
      )
      const inputs = rows.map(({ input }) => input)
      const hasRate = await findRates(db, inputs, home)
      const getKey = (input: OpeningBalanceInput) => getOpeningKey(input, home)
      const isThere = (input: OpeningBalanceInput) => (input.reference ? numbers.has(getNumberKey(input)) : balances.has(getKey(input)))
      const inFile = new Set<string>()
      for (const { index, input } of rows) {
        const currency = input.currency ?? home
        const problem = findCurrencyProblem('Open amount', input.amount, currency)
        if (problem) addIssue(index, 'amount', problem)
        if (!hasRate(input)) addIssue(index, 'exchangeRate', `Enter the exchange rate of ${currency} on ${formatDay(input.day)}`)
        if (closedThrough !== null && input.day <= closedThrough)
          addIssue(index, 'day', `Your books are closed through ${formatDay(closedThrough)}: choose a later day`)
        if (isThere(input)) {
          if (!body.skipExisting && input.reference) addIssue(index, 'reference', `The invoice number ${input.reference} is taken already`)
          else if (!body.skipExisting)
            addIssue(index, 'amount', 'This customer has an opening balance with this amount and due date already')
        } else if (input.reference) {
          if (inFile.has(getNumberKey(input))) addIssue(index, 'reference', `The invoice number ${input.reference} is in the file twice`)
          inFile.add(getNumberKey(input))
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
      const fresh = rows.filter(({ input }) => !isThere(input))
      const explain = (nth: number, error: AppError) => {
        const index = fresh[nth]!.index
        for (const { path, message } of (error.details.issues ?? []) as { path: string; message: string }[]) addIssue(index, path, message)
        rejectRows(issues)
        return error
      }
      await createOpeningBalances(
        db,
        fresh.map(({ input }) => input),
        explain,
      )
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
        const findTaxRate = await readTaxRates(db, rows)
        const problems = rows.flatMap(({ taxRate }, i) => {
          const found = findTaxRate(taxRate)
          return typeof found === 'string' ? [toIssue(entity.tableName, i, body.rows[i]!.line, 'taxRate', found)] : []
        })
        rejectRows(problems)
        return insertRows(
          db,
          entity,
          rows.map((row) => ({ ...row, taxRateId: findTaxRate(row.taxRate) as number | null })),
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
