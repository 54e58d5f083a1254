import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { taxRates as table } from '#server/platform/db/schema/taxes.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import { announceSubject, readHistory, recordEvent } from '#server/platform/records/event-log.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import { taxCategories } from '#shared/tax-categories.ts'
import { formatTaxes } from '#shared/tax-rate-text.ts'
import { maxTaxRates, type TaxRate, type TaxRateInput, taxRatesApi } from './contract.ts'

const select = `
  select r.id, r.version, r.name, r.category, r.exemption_code as "exemptionCode", r.exemption_reason as "exemptionReason", r.archived_at as "archivedAt",
    (select json_agg(json_build_object('name', c.name, 'percent', trim_scale(c.percent)::text, 'isCompound', c.is_compound) order by c.position)
     from tax_rate_components c where c.user_id = $1 and c.tax_rate_id = r.id) as components,
    exists (select from document_taxes t where t.user_id = $1 and t.tax_rate_id = r.id)
      or exists (select from journal_lines l where l.user_id = $1 and l.tax_rate_id = r.id) as "isUsed"
  from tax_rates r where r.user_id = $1`

/** Reads tax rates with their components, archived or not. Ids that the user has no rate for are left out. */
export const readTaxRates = (db: UserDb, ids: readonly number[]): Promise<TaxRate[]> =>
  db.rows<TaxRate>(`${select} and r.id = any($2::bigint[])`, [db.userId, ids], 'tax-rates.read')

/** Lists the active rates by name, followed by the archived ones if asked for. */
export const listTaxRates = (db: UserDb, { archived }: { archived: boolean }): Promise<TaxRate[]> =>
  db.rows<TaxRate>(
    `${select} and (r.archived_at is null or $2) order by r.archived_at is not null, r.name collate natural_order, r.id`,
    [db.userId, archived],
    'tax-rates.list',
  )

type Components = TaxRate['components']

/** @throws AppError 404 */
const getTaxRate = async (db: UserDb, id: number): Promise<TaxRate> => {
  const [found] = await readTaxRates(db, [id])
  if (!found) throw notFound('Tax rate')
  return found
}

/** Locks a rate, so that no document begins to name it meanwhile. @throws AppError 404 */
const lockTaxRate = async (db: UserDb, id: number): Promise<TaxRate> => {
  await db.rows('select 1 from tax_rates where user_id = $1 and id = $2 for update', [db.userId, id])
  return getTaxRate(db, id)
}

/** What names a tax rate, or did in the journal. Deleted records count, because they can be restored. */
type Uses = { documents: number; customers: number; items: number; deleted: number; profiles: number }

const usesQuery = `
  select (select count(*)::int from (select document_id from document_taxes where user_id = $1 and tax_rate_id = $2
      union select document_id from journal_lines where user_id = $1 and tax_rate_id = $2) d) as documents,
    (select count(*)::int from customers where user_id = $1 and tax_rate_id = $2) as customers,
    (select count(*)::int from items where user_id = $1 and tax_rate_id = $2) as items,
    (select count(*)::int from deleted_records where user_id = $1 and record ->> 'tax_rate_id' = $2::bigint::text) as deleted,
    (select count(*)::int from business_profiles where user_id = $1 and default_tax_rate_id = $2) as profiles`

const countUses = async (db: UserDb, taxRateId: number): Promise<Uses> =>
  (await db.rows<Uses>(usesQuery, [db.userId, taxRateId], 'tax-rates.uses'))[0]!

const nouns: [keyof Uses, string][] = [
  ['documents', 'document'],
  ['customers', 'customer'],
  ['items', 'item'],
  ['deleted', 'deleted record'],
]

/** '3 documents, 1 customer and the business profile'; '' for nothing. */
const formatUses = (uses: Partial<Uses>): string => {
  const parts = [
    ...nouns.flatMap(([key, noun]) => (uses[key] ? [`${uses[key]} ${noun}${uses[key] === 1 ? '' : 's'}`] : [])),
    ...(uses.profiles ? ['the business profile'] : []),
  ]
  return new Intl.ListFormat('en').format(parts)
}

/** Locks the user's row, so that of two requests at once the second sees what the first has stored; then reads all rates. */
const lockAllTaxRates = async (db: UserDb): Promise<TaxRate[]> => {
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId])
  return listTaxRates(db, { archived: true })
}

/** @throws AppError 409 when another active rate has the name, in any case */
const refuseTakenName = (rates: readonly TaxRate[], name: string, ownId?: number): void => {
  const isTaken = rates.some((rate) => rate.id !== ownId && !rate.archivedAt && rate.name.toLowerCase() === name.toLowerCase())
  const message = `There is a tax rate with the name ${name} already. Choose another name.`
  if (isTaken) throw new AppError(409, message, { issues: [{ path: 'name', message }] })
}

const insertComponents = (db: UserDb, id: number, components: Components): void =>
  components.forEach(({ name, percent, isCompound }, i) => {
    db.send(
      'insert into tax_rate_components (user_id, tax_rate_id, position, name, percent, is_compound) values ($1, $2, $3, $4, $5, $6)',
      [db.userId, id, i + 1, name, percent, isCompound],
      'tax-rates.insert-component',
    )
  })

const toColumns = ({ name, category, exemptionCode, exemptionReason }: TaxRateInput) => ({
  name,
  category: category ?? null,
  exemptionCode: exemptionCode || null,
  exemptionReason: exemptionReason || null,
})

/** @throws AppError 409 when the name is taken, or there are too many rates */
const createTaxRate = async (db: UserDb, input: TaxRateInput): Promise<TaxRate> => {
  const rates = await lockAllTaxRates(db)
  if (rates.length >= maxTaxRates)
    throw new AppError(409, `You have ${maxTaxRates} tax rates, and there can be no more. Delete one that nothing uses first.`)
  refuseTakenName(rates, input.name)
  const [made] = await db.orm
    .insert(table)
    .values({ ...toColumns(input), userId: db.userId })
    .returning({ id: table.id })
  const id = made!.id!
  insertComponents(db, id, input.components)
  recordEvent(db, { type: 'tax-rate', id }, 'created')
  return getTaxRate(db, id)
}

const listChanges = (before: TaxRate, after: TaxRate): FieldChange[] => {
  const getTexts = (rate: TaxRate): [field: string, text: string | null][] => [
    ['Name', rate.name],
    ['Category', rate.category && taxCategories[rate.category].name],
    ['Taxes', formatTaxes(rate.components)],
    ['Exemption code', rate.exemptionCode],
    ['Exemption reason', rate.exemptionReason],
  ]
  const texts = new Map(getTexts(before))
  return getTexts(after).flatMap(([field, is]) => {
    const was = texts.get(field) ?? null
    return was === is ? [] : [{ field, ...clipChange(was, is) }]
  })
}

/**
 * Saves a rate. What documents have been computed with and have printed stays: category, components and exemption of a rate that one names.
 * @throws AppError 404; 409 when the name is taken, or a document names the rate and more than its name would change; StaleVersionError (409)
 */
const updateTaxRate = async (
  db: UserDb,
  id: number,
  { version, ...input }: TaxRateInput & { version?: number | undefined },
): Promise<TaxRate> => {
  const rates = await lockAllTaxRates(db)
  const before = await lockTaxRate(db, id)
  if (!before.archivedAt) refuseTakenName(rates, input.name, id)
  const { components, ...values } = { ...input, ...toColumns(input) }
  const isSameTax =
    formatTaxes(components) === formatTaxes(before.components) &&
    (['category', 'exemptionCode', 'exemptionReason'] as const).every((key) => values[key] === before[key])
  await updateVersioned(db, table, 'Tax rate', { id, version, values }, async () => before)
  if (!isSameTax) {
    if (before.isUsed) {
      const { documents } = await countUses(db, id)
      throw new AppError(
        409,
        `${before.name} is used by ${formatUses({ documents })}, so its taxes, category and exemption reason can’t change. Archive it and add a new tax rate instead.`,
      )
    }
    db.send('delete from tax_rate_components where user_id = $1 and tax_rate_id = $2', [db.userId, id])
    insertComponents(db, id, components)
  }
  const after = await getTaxRate(db, id)
  const changes = listChanges(before, after)
  if (changes.length > 0) recordEvent(db, { type: 'tax-rate', id }, 'edited', changes)
  else announceSubject(db, 'tax-rate')
  return after
}

/** @throws AppError 404, 409 when something names the rate */
const removeTaxRate = async (db: UserDb, id: number): Promise<void> => {
  const { name } = await lockTaxRate(db, id)
  const uses = formatUses(await countUses(db, id))
  if (uses !== '') throw new AppError(409, `${name} is used by ${uses}. Archive it instead.`)
  await db.rows('delete from tax_rates where user_id = $1 and id = $2', [db.userId, id])
  recordEvent(db, { type: 'tax-rate', id }, 'deleted')
}

/** Archives a rate, or makes it active again; doing so again changes nothing. @throws AppError 404, 409 when another active rate has its name */
const setArchived = async (db: UserDb, id: number, isArchived: boolean): Promise<TaxRate> => {
  const rates = await lockAllTaxRates(db)
  const { name, archivedAt } = await lockTaxRate(db, id)
  if ((archivedAt !== null) === isArchived) return getTaxRate(db, id)
  if (!isArchived) refuseTakenName(rates, name, id)
  await db.rows(
    `update tax_rates set archived_at = ${isArchived ? 'now()' : 'null'}, version = version + 1, updated_at = now() where user_id = $1 and id = $2`,
    [db.userId, id],
  )
  recordEvent(db, { type: 'tax-rate', id }, isArchived ? 'archived' : 'restored')
  return getTaxRate(db, id)
}

export const taxRatesModule: Module = () => ({
  routes: [
    route(taxRatesApi.list, ({ user, query }) => user.tx((db) => listTaxRates(db, { archived: query.archived ?? false }))),
    route(taxRatesApi.one, ({ user, params }) => user.tx((db) => getTaxRate(db, params.id))),
    route(taxRatesApi.history, ({ user, params: { id } }) =>
      user.tx(async (db) => {
        await getTaxRate(db, id)
        return readHistory(db, { type: 'tax-rate', id })
      }),
    ),
    idempotentRoute(taxRatesApi.create, ({ user, body, idempotent }) => user.tx((db) => idempotent(db, () => createTaxRate(db, body)))),
    idempotentRoute(taxRatesApi.update, ({ user, params, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => updateTaxRate(db, params.id, body))),
    ),
    idempotentRoute(taxRatesApi.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeTaxRate(db, params.id))),
    ),
    idempotentRoute(taxRatesApi.archive, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => setArchived(db, params.id, true))),
    ),
    idempotentRoute(taxRatesApi.restore, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => setArchived(db, params.id, false))),
    ),
  ],
})
