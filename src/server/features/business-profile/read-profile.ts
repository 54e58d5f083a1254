import { and, eq } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import { businessProfiles, files } from '#server/platform/db/schema/business.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { paymentCredentials } from '#server/platform/db/schema/payments.ts'
import type { BusinessProfile } from '#shared/contract/business-profile.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { getLogoPath } from './logo/logo-files.ts'

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
      .select({
        provider: paymentCredentials.provider,
        last4: paymentCredentials.secretLast4,
        status: paymentCredentials.status,
        mode: paymentCredentials.mode,
        problem: paymentCredentials.problem,
      })
      .from(paymentCredentials)
      .where(eq(paymentCredentials.userId, db.userId)),
  ])
  if (!found) return null
  const { row, logoKey, timeZone } = found
  const standingOf = (provider: ProviderName, shownKey: string | null) => {
    const kept = secrets.find((secret) => secret.provider === provider)
    const secret = { set: kept !== undefined, last4: kept?.last4 ?? null }
    if (!kept || !shownKey) return { secret, status: 'not_connected' as const, mode: null, problem: null }
    if (kept.status === 'connected') return { secret, status: 'connected' as const, mode: kept.mode, problem: null }
    return { secret, status: 'error' as const, mode: kept.mode, problem: kept.problem ?? notAskedYet(provider) }
  }
  const [stripe, paypal] = [standingOf('stripe', row.stripePublishableKey), standingOf('paypal', row.paypalClientId)]
  return {
    ...row,
    logoUrl: logoKey && getLogoPath(logoKey),
    stripeSecretKey: stripe.secret,
    stripeAccountStatus: stripe.status,
    stripeMode: stripe.mode,
    stripeProblem: stripe.problem,
    paypalClientSecret: paypal.secret,
    paypalAccountStatus: paypal.status,
    paypalMode: paypal.mode,
    paypalProblem: paypal.problem,
    timeZone,
  }
}

/** Of keys that an earlier version kept. */
const notAskedYet = (provider: ProviderName) =>
  `${providerLabels[provider]} hasn't been asked about these keys yet. Look again in a minute.`
