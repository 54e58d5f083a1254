import { eq } from 'drizzle-orm'
import type { PaymentKeys } from '#server/domain/payments/keys/keys.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { businessProfiles as table } from '#server/platform/db/schema/business.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import { toPreferredMethod } from '#shared/business-defaults.ts'
import type { BusinessProfile } from '#shared/contract/business-profile.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { listProfileChanges } from './profile-changes.ts'
import { readProfile } from './read-profile.ts'

const hasKey = (profile: BusinessProfile, provider: ProviderName): boolean =>
  provider === 'stripe'
    ? profile.stripePublishableKey !== null || profile.stripeSecretKey.set
    : profile.paypalClientId !== null || profile.paypalClientSecret.set

/** @throws AppError 404 */
export const getProfile = async (db: UserDb, id: number): Promise<BusinessProfile> => {
  const profile = await readProfile(db)
  if (profile?.id !== id) throw notFound('Business profile')
  return profile
}

/** Prefers the remaining provider. Repeating it changes nothing. @throws AppError 404 */
export const disconnectProvider = async (
  keys: PaymentKeys,
  db: UserDb,
  id: number,
  { provider, from }: { provider: ProviderName; from: RequestSource },
): Promise<BusinessProfile> => {
  await db.orm.select({ id: table.id }).from(table).where(eq(table.userId, db.userId)).for('update')
  const profile = await getProfile(db, id)
  if (!hasKey(profile, provider)) return profile
  const clearedKey = provider === 'stripe' ? { stripePublishableKey: null } : { paypalClientId: null }
  const preferredPaymentMethod = toPreferredMethod({
    stripe: provider !== 'stripe' && profile.stripeAccountStatus !== 'not_connected',
    paypal: provider !== 'paypal' && profile.paypalAccountStatus !== 'not_connected',
  })
  const values = { ...clearedKey, preferredPaymentMethod }
  await updateVersioned(db, table, 'Business profile', { id, version: undefined, values }, () => readProfile(db))
  await keys.forget(db, provider)
  await recordSecurityEvent(db, { kind: 'payment_keys_removed', ...from, detail: { provider } })
  const after = await getProfile(db, id)
  recordEvent(db, { type: 'profile', id }, 'edited', listProfileChanges(profile, after, { submitted: {}, nameRate: () => null }))
  return after
}
