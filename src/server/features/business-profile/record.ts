import { and, eq } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import { businessProfiles, files } from '#server/platform/db/schema/business.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { paymentCredentials } from '#server/platform/db/schema/payments.ts'
import type { BusinessProfile } from '#shared/api/business-profile.ts'
import { logoPath } from './logo-files.ts'

/** The user's profile as the contract has it, or null while there is none. Of a secret it knows that it is there, and its end. */
export const readProfile = async (db: UserDb): Promise<BusinessProfile | null> => {
  const [[found], secrets] = await Promise.all([
    db.orm
      .select({ row: businessProfiles, logoKey: files.objectKey, timeZone: users.chosenTimeZone })
      .from(businessProfiles)
      .innerJoin(users, eq(users.id, businessProfiles.userId))
      .leftJoin(files, and(eq(files.userId, businessProfiles.userId), eq(files.id, businessProfiles.logoFileId)))
      .where(eq(businessProfiles.userId, db.userId)),
    db.orm
      .select({ provider: paymentCredentials.provider, last4: paymentCredentials.secretLast4 })
      .from(paymentCredentials)
      .where(eq(paymentCredentials.userId, db.userId)),
  ])
  if (!found) return null
  const { row, logoKey, timeZone } = found
  const secretOf = (provider: 'stripe' | 'paypal') => {
    const kept = secrets.find((secret) => secret.provider === provider)
    return { set: kept !== undefined, last4: kept?.last4 ?? null }
  }
  const [stripeSecretKey, paypalClientSecret] = [secretOf('stripe'), secretOf('paypal')]
  return {
    ...row,
    logoUrl: logoKey && logoPath(logoKey),
    stripeSecretKey,
    stripeAccountStatus: statusOf(row.stripePublishableKey, stripeSecretKey),
    paypalClientSecret,
    paypalAccountStatus: statusOf(row.paypalClientId, paypalClientSecret),
    timeZone,
  }
}

const statusOf = (shownKey: string | null, secret: { set: boolean }) => (shownKey && secret.set ? 'connected' : 'not_connected')
