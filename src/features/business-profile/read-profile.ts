import { and, eq } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import { businessProfiles, files } from '#server/platform/db/schema/business.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { paymentCredentials } from '#server/platform/db/schema/payments.ts'
import type { BusinessProfile } from '#shared/contract/business-profile.ts'
import { normalizeDecimal } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { getLogoPath } from './logo/logo-files.ts'

/** Of a secret it has only whether it is set, and its last four characters. */
export const readProfile = async (db: UserDb): Promise<BusinessProfile | null> => {
  const [[found], secrets, isFixed] = await Promise.all([
    db.orm
      .select({ row: businessProfiles, logoKey: files.objectKey, timeZone: users.chosenTimeZone })
      .from(businessProfiles)
      .innerJoin(users, eq(users.id, businessProfiles.userId))
      .leftJoin(files, and(eq(files.userId, db.userId), eq(files.id, businessProfiles.logoFileId)))
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
    isCurrencyFixed(db),
  ])
  if (!found) return null
  const { row, logoKey, timeZone } = found
  const getConnection = (provider: ProviderName, publicKey: string | null) => {
    const stored = secrets.find((secret) => secret.provider === provider)
    const secret = { set: stored !== undefined, last4: stored?.last4 ?? null }
    if (!stored || !publicKey) return { secret, status: 'not_connected' as const, mode: null, problem: null }
    if (stored.status === 'connected') return { secret, status: 'connected' as const, mode: stored.mode, problem: null }
    return { secret, status: 'error' as const, mode: stored.mode, problem: stored.problem ?? createUnverifiedMessage(provider) }
  }
  const [stripe, paypal] = [getConnection('stripe', row.stripePublishableKey), getConnection('paypal', row.paypalClientId)]
  return {
    ...row,
    defaultWithholdingPercent: row.defaultWithholdingPercent && normalizeDecimal(row.defaultWithholdingPercent, 0),
    isCurrencyFixed: isFixed,
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

/** A document was issued or paid: its amounts can't be in two currencies. */
export const isCurrencyFixed = async (db: UserDb): Promise<boolean> => {
  const [row] = await db.rows<{ isFixed: boolean }>(
    `select exists (select 1 from documents where user_id = $1 and (status <> 'draft' or sent_at is not null))
         or exists (select 1 from payments where user_id = $1) as "isFixed"`,
    [db.userId],
    'business-profile.currency',
  )
  return row!.isFixed
}

const createUnverifiedMessage = (provider: ProviderName) =>
  `${providerLabels[provider]} hasn't been asked about these keys yet. Look again in a minute.`
