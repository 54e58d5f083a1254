import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { parseAmount, toDecimal } from '#shared/money.ts'
import { type ChosenRate, chooseRate, convertTotals, toStoredRate } from './exchange-rate.ts'

type Tax = { componentNo: number; base: string; amount: string }
type Draft = {
  currency: Currency
  issueDate: Day
  rounding: string
  total: string
  groups: { groupNo: number; net: string; taxes: Tax[] | null }[]
}

const readQuery = `
  select p.currency, p.issue_date as "issueDate", p.rounding::text, p.total::text,
         (select json_agg(json_build_object('groupNo', g.no, 'net', g.net::text, 'taxes',
            (select json_agg(json_build_object('componentNo', t.component_no, 'base', t.base::text, 'amount', t.amount::text) order by t.component_no)
             from document_taxes t where t.user_id = $1 and t.document_id = $2 and t.group_no = g.no)) order by g.no)
          from (select l.tax_group as no, sum(l.net - l.document_discount_net) as net from document_lines l
                where l.user_id = $1 and l.document_id = $2 group by l.tax_group) g) as groups
  from documents p where p.user_id = $1 and p.id = $2 and p.type = $3 and p.status = 'draft' for no key update`

const storeQuery = `
  update documents set exchange_rate = $3, rate_day = $4, rate_source = $5, home_total = $6 where user_id = $1 and id = $2`

const storeTaxesQuery = `
  update document_taxes t set home_base = h.base, home_amount = h.amount
  from unnest($3::int[], $4::int[], $5::numeric[], $6::numeric[]) as h(group_no, component_no, base, amount)
  where t.user_id = $1 and t.document_id = $2 and t.group_no = h.group_no and t.component_no = h.component_no`

/** @throws AppError 400 without a rate of the issue date */
export const requireRate = async (db: UserDb, currency: Currency, issueDate: Day): Promise<ChosenRate> => {
  const found = await findRate(db, currency, issueDate)
  if (found) return found
  const message = `Enter the exchange rate of ${currency} on ${formatDay(issueDate)}`
  throw new AppError(400, message, { issues: [{ path: 'exchangeRate', message }] })
}

/**
 * What a draft needs before it is issued: for an invoice the rate of its issue date, for an estimate none. It is right also after the
 * currency of the business changed.
 * @returns false when the document isn't a draft @throws AppError 400 when no rate is known
 */
export const findMissingRate = async (db: UserDb, type: DocumentType, id: number, homeCurrency: Currency): Promise<boolean> => {
  const [draft] = await db.rows<Draft>(readQuery, [db.userId, id, type.name], 'documents.read-for-rate')
  if (!draft) return false
  const { currency, issueDate } = draft
  const own = chooseRate(type, { currency, homeCurrency }, { issueDate })
  const chosen = own ?? (type.isPosted ? await requireRate(db, currency, issueDate) : null)
  const total = parseAmount(draft.total)
  const groups = draft.groups.map(({ net, taxes }) => ({
    net: parseAmount(net),
    taxes: (taxes ?? []).map(({ base, amount }) => ({ base: parseAmount(base), amount: parseAmount(amount) })),
    rounding: parseAmount('0'),
  }))
  const home = convertTotals({ groups, rounding: parseAmount(draft.rounding), total }, chosen, homeCurrency)
  const { exchangeRate, rateDay, rateSource, homeTotal } = toStoredRate(chosen, home, total)
  const values = [db.userId, id, exchangeRate, rateDay, rateSource, homeTotal === null ? null : toDecimal(homeTotal)]
  await db.rows(storeQuery, values, 'documents.store-rate')
  const taxes = draft.groups.flatMap(({ groupNo, taxes }, group) =>
    (taxes ?? []).map(({ componentNo }, component) => {
      const inHome = home?.groups[group]?.taxes[component]
      return { groupNo, componentNo, base: inHome ? toDecimal(inHome.base) : null, amount: inHome ? toDecimal(inHome.amount) : null }
    }),
  )
  if (taxes.length > 0)
    await db.rows(
      storeTaxesQuery,
      [
        ...[db.userId, id, taxes.map(({ groupNo }) => groupNo), taxes.map(({ componentNo }) => componentNo)],
        ...[taxes.map(({ base }) => base), taxes.map(({ amount }) => amount)],
      ],
      'documents.store-home-taxes',
    )
  return true
}
