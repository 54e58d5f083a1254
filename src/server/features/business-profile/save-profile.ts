import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { getViolatedForeignKey } from '#server/platform/db/constraint-errors.ts'
import { businessProfiles as table } from '#server/platform/db/schema/business.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import type { BusinessProfile, BusinessProfileInput, businessProfileApi } from '#shared/contract/business-profile.ts'
import { findLogo, sweepLogo } from './logo/logo-files.ts'
import type { PaymentProvider, SaveKeys, SubmittedKeys } from './payment-keys.ts'
import { readProfile } from './read-profile.ts'

type Update = z.output<typeof businessProfileApi.update.body>

/** The keys that a form gave. Nobody gets a key back to send it again, so a blank one means 'keep what is there'. */
export const getSubmittedKeys = (input: BusinessProfileInput): SubmittedKeys => ({
  ...(input.stripePublishableKey ? { stripePublishableKey: input.stripePublishableKey } : {}),
  ...(input.stripeSecretKey ? { stripeSecretKey: input.stripeSecretKey } : {}),
  ...(input.paypalClientId ? { paypalClientId: input.paypalClientId } : {}),
  ...(input.paypalClientSecret ? { paypalClientSecret: input.paypalClientSecret } : {}),
})

/** Of which providers the keys given are others than those that are there: a form sends along what isn't secret, also where it stays. */
export const listChangedProviders = (given: SubmittedKeys, present: BusinessProfile | null): PaymentProvider[] => [
  ...(given.stripeSecretKey || (given.stripePublishableKey && given.stripePublishableKey !== present?.stripePublishableKey)
    ? (['stripe'] as const)
    : []),
  ...(given.paypalClientSecret || (given.paypalClientId && given.paypalClientId !== present?.paypalClientId) ? (['paypal'] as const) : []),
]

/** @throws AppError 409 when there is a profile already, 400 for a logo that isn't this user's */
export const createProfile = async (keep: SaveKeys, db: UserDb, input: BusinessProfileInput): Promise<BusinessProfile> => {
  const values = await columnsOf(db, input)
  const [made] = await db.orm
    .insert(table)
    .values({ ...values, businessName: input.businessName, userId: db.userId })
    .onConflictDoNothing({ target: table.userId })
    .returning({ id: table.id })
    .catch(logoIsGone)
  if (!made) throw new AppError(409, 'There is a business profile already. Reload the page to change it.')
  await saveBeside(keep, db, input)
  return (await readProfile(db))!
}

/**
 * Saves what is named; the rest stays as it is.
 * @throws AppError 404, 400 for a logo that isn't this user's, StaleCopyError (409)
 */
export const updateProfile = async (keep: SaveKeys, db: UserDb, id: number, { version, ...input }: Update): Promise<BusinessProfile> => {
  const [before] = await db.orm.select({ logoFileId: table.logoFileId }).from(table).where(eq(table.userId, db.userId)).for('update')
  const values = await columnsOf(db, input)
  const present = async () => {
    const profile = await readProfile(db)
    return profile?.id === id ? profile : null
  }
  const saved = await updateVersioned(db, table, 'Business profile', { id, version, values }, present).catch(logoIsGone)
  if (before?.logoFileId && before.logoFileId !== saved.logoFileId) await sweepLogo(db, before.logoFileId)
  await saveBeside(keep, db, input)
  return (await readProfile(db))!
}

/** What of the input stands in the profile's own row. What isn't named is undefined there, which the database's client leaves alone. */
const columnsOf = async (db: UserDb, { logoUrl, timeZone: _zone, ...input }: BusinessProfileInput) => {
  const { stripePublishableKey: _p, stripeSecretKey: _s, paypalClientId: _c, paypalClientSecret: _w, ...columns } = input
  const { stripePublishableKey, paypalClientId } = getSubmittedKeys(input)
  return { ...withoutBlanks(columns), stripePublishableKey, paypalClientId, logoFileId: await logoIdOf(db, logoUrl) }
}

/** '' is stored as nothing. */
const withoutBlanks = <T extends object>(columns: T): T =>
  Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value === '' ? null : value])) as T

/** What the form has beside the profile's row: the zone goes with the user, the secrets with the payments. */
const saveBeside = async (keep: SaveKeys, db: UserDb, input: BusinessProfileInput): Promise<void> => {
  if (input.timeZone !== undefined)
    await db.orm
      .update(users)
      .set({ chosenTimeZone: input.timeZone || null })
      .where(eq(users.id, db.userId))
  await keep(db)
}

const logoIdOf = async (db: UserDb, path: string | null | undefined): Promise<number | null | undefined> => {
  if (path === undefined) return undefined
  if (!path) return null
  const file = await findLogo(db, path)
  if (!file) throw noSuchLogo()
  return file.id
}

const noSuchLogo = () => {
  const message = 'This logo is not there any more. Upload it again.'
  return new AppError(400, message, { issues: [{ path: 'logoUrl', message }] })
}

/** A logo that nobody had saved can go at this very moment. */
const logoIsGone = (error: unknown): never => {
  throw getViolatedForeignKey(error) === 'business_profiles_logo_fk' ? noSuchLogo() : error
}
