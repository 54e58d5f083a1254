import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { readTaxRates } from '#modules/tax-rates/server.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { GivenKeys } from '#server/domain/payments/keys/validate.ts'
import { requireTaxRate } from '#server/domain/tax/tax-rates.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getViolatedForeignKey } from '#server/platform/db/database-errors.ts'
import { businessProfiles as table } from '#server/platform/db/schema/business.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { announceSubject, recordEvent } from '#server/platform/records/event-log.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import type { BusinessProfile, BusinessProfileInput, businessProfileApi } from '#shared/contract/business-profile.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { findLogo, sweepLogo } from './logo/logo-files.ts'
import { listProfileChanges } from './profile-changes.ts'
import { isCurrencyFixed, readProfile } from './read-profile.ts'

type Update = z.output<typeof businessProfileApi.update.body>

/** Called in the transaction that saves the profile, after the profile's row has the public keys. */
export type SaveKeys = (db: UserDb) => Promise<void>

/** Secrets are never sent to the browser, so a blank one means that it is unchanged. */
export const getSubmittedKeys = (input: BusinessProfileInput): GivenKeys => ({
  ...(input.stripePublishableKey ? { stripePublishableKey: input.stripePublishableKey } : {}),
  ...(input.stripeSecretKey ? { stripeSecretKey: input.stripeSecretKey } : {}),
  ...(input.paypalClientId ? { paypalClientId: input.paypalClientId } : {}),
  ...(input.paypalClientSecret ? { paypalClientSecret: input.paypalClientSecret } : {}),
})

/** The form always sends public keys, also unchanged ones. */
export const listChangedProviders = (submitted: GivenKeys, current: BusinessProfile | null): ProviderName[] => [
  ...(submitted.stripeSecretKey || (submitted.stripePublishableKey && submitted.stripePublishableKey !== current?.stripePublishableKey)
    ? (['stripe'] as const)
    : []),
  ...(submitted.paypalClientSecret || (submitted.paypalClientId && submitted.paypalClientId !== current?.paypalClientId)
    ? (['paypal'] as const)
    : []),
]

/** @throws AppError 409 when a profile exists, 400 for a logo that is not the user's */
export const createProfile = async (saveKeys: SaveKeys, db: UserDb, input: BusinessProfileInput): Promise<BusinessProfile> => {
  await requireTaxRate(db, input.defaultTaxRateId, 'defaultTaxRateId')
  if (input.currency !== undefined) await changeCurrency(db, input.currency)
  const values = await toColumns(db, input)
  const [created] = await db.orm
    .insert(table)
    .values({ ...values, businessName: input.businessName, userId: db.userId })
    .onConflictDoNothing({ target: table.userId })
    .returning({ id: table.id })
    .catch(rethrowMissingLogo)
  if (!created) throw new AppError(409, 'There is a business profile already. Reload the page to change it.')
  recordEvent(db, { type: 'profile', id: created.id }, 'created')
  await saveElsewhere(saveKeys, db, input)
  return (await readProfile(db))!
}

/** Missing fields stay as they are. @throws AppError 404, 400 for a logo that is not the user's, StaleCopyError (409) */
export const updateProfile = async (
  saveKeys: SaveKeys,
  db: UserDb,
  id: number,
  { version, ...input }: Update,
): Promise<BusinessProfile> => {
  const [before] = await db.orm.select({ logoFileId: table.logoFileId }).from(table).where(eq(table.userId, db.userId)).for('update')
  const former = await readProfile(db)
  await requireTaxRate(db, input.defaultTaxRateId, 'defaultTaxRateId', async () => former?.defaultTaxRateId ?? null)
  if (input.currency !== undefined) await changeCurrency(db, input.currency)
  const values = await toColumns(db, input)
  const current = async () => {
    const profile = await readProfile(db)
    return profile?.id === id ? profile : null
  }
  const saved = await updateVersioned(db, table, 'Business profile', { id, version, values }, current).catch(rethrowMissingLogo)
  if (before?.logoFileId && before.logoFileId !== saved.logoFileId) await sweepLogo(db, before.logoFileId)
  await saveElsewhere(saveKeys, db, input)
  const profile = (await readProfile(db))!
  const rates = await readTaxRates(
    db,
    [former, profile].flatMap((each) => each?.defaultTaxRateId ?? []),
  )
  const nameRate = (rateId: number) => rates.find((rate) => rate.id === rateId)?.name ?? null
  const changes = former ? listProfileChanges(former, profile, { submitted: getSubmittedKeys(input), nameRate }) : []
  if (changes.length > 0) recordEvent(db, { type: 'profile', id }, 'edited', changes)
  else announceSubject(db, 'profile')
  return profile
}

// Drafts that were in the new currency are in the home currency now. The exchange rates of all others were those of the former one. Drafts stay in the former
// currency when it has another number of decimals than the new one: their figures can't be the same.
const changeDraftsQuery = `
  update documents set currency = case when currency = $2 and $4 then $3 else currency end,
         exchange_rate = case when currency = $3 or currency = $2 and $4 then 1 end,
         home_total = case when currency = $3 or currency = $2 and $4 then total end, rate_day = null, rate_source = null, version = version + 1, updated_at = now()
  where user_id = $1`

/**
 * Drafts in the former currency get the new one, with the same figures where both have as many decimals.
 * @throws AppError 409 once a document was issued or paid: its amounts can't be in two currencies
 */
const changeCurrency = async (db: UserDb, currency: Currency): Promise<void> => {
  const before = await getHomeCurrency(db)
  if (before === currency) return
  if (await isCurrencyFixed(db)) {
    const message = `The currency stays ${before}: your first documents were issued in it`
    throw new AppError(409, message, { issues: [{ path: 'currency', message }] })
  }
  const hasSameDecimals = getCurrencyDecimals(before) === getCurrencyDecimals(currency)
  await db.rows(changeDraftsQuery, [db.userId, before, currency, hasSameDecimals])
  await db.rows('update document_taxes set home_base = null, home_amount = null where user_id = $1 and home_base is not null', [db.userId])
  // They are in units of the former currency.
  await db.rows('delete from exchange_rates where user_id = $1', [db.userId])
  for (const changed of ['invoices', 'estimates', 'exchange-rates', 'account'] as const) db.announce(changed)
}

/** Missing fields are undefined, which the query builder ignores. */
const toColumns = async (db: UserDb, { logoUrl, timeZone: _zone, ...input }: BusinessProfileInput) => {
  const { stripePublishableKey: _p, stripeSecretKey: _s, paypalClientId: _c, paypalClientSecret: _w, ...columns } = input
  const { stripePublishableKey, paypalClientId } = getSubmittedKeys(input)
  return { ...blanksToNull(columns), stripePublishableKey, paypalClientId, logoFileId: await findLogoId(db, logoUrl) }
}

const blanksToNull = <T extends object>(columns: T): T =>
  Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value === '' ? null : value])) as T

const saveElsewhere = async (saveKeys: SaveKeys, db: UserDb, input: BusinessProfileInput): Promise<void> => {
  if (input.timeZone !== undefined) {
    await db.orm
      .update(users)
      .set({ chosenTimeZone: input.timeZone || null })
      .where(eq(users.id, db.userId))
    db.announce('account')
  }
  await saveKeys(db)
}

const findLogoId = async (db: UserDb, path: string | null | undefined): Promise<number | null | undefined> => {
  if (path === undefined) return undefined
  if (!path) return null
  const file = await findLogo(db, path)
  if (!file) throw createMissingLogoError()
  return file.id
}

const createMissingLogoError = () => {
  const message = 'This logo is not there any more. Upload it again.'
  return new AppError(400, message, { issues: [{ path: 'logoUrl', message }] })
}

/** A logo that no profile used may be deleted by its sweep job at this moment. */
const rethrowMissingLogo = (error: unknown): never => {
  throw getViolatedForeignKey(error) === 'business_profiles_logo_fk' ? createMissingLogoError() : error
}
