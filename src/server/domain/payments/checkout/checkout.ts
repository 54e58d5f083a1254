import { type Business, getBusiness } from '#server/domain/business/business.ts'
import { lockKeysShared } from '#server/domain/payments/accounts/accounts.ts'
import {
  abandonAttempt,
  failAttempt,
  insertAttempt,
  isUnderReview,
  listActiveAttempts,
  markAttemptOpen,
  type StoredAttempt,
} from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { queueComparison } from '#server/domain/payments/comparison/due.ts'
import { isPayable } from '#server/domain/payments/instalments/instalments.ts'
import type { CardConsent, CheckoutDetails, CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { amountChanged, beingConfirmed, notPayableOnline, underReview } from './errors.ts'

/** The checkout expires 23 hours after its attempt was created, so an attempt that was never opened becomes useless. */
const maxAgeMs = 12 * 3_600_000

/** @returns null when it was abandoned: then create a new one @throws ProviderError; the next try repeats the call with the same key */
const openAttempt = async (
  { database, accounts, publicUrl, now, log }: Services & { publicUrl: () => URL },
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
  details: CheckoutDetails,
): Promise<{ ref: string; url: string | null } | null> => {
  const abandon = () => database.asUser(userId, (db) => abandonAttempt(db, attempt.id))
  if (now().getTime() - attempt.createdAt.getTime() > maxAgeMs) {
    await abandon()
    return null
  }
  const opened = await provider.openCheckout(attempt, details).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError && error.isKeySpent)) throw error
    await abandon()
    return null
  })
  if (!opened) return null
  const isStored = await database.asUser(userId, async (db) => {
    await lockKeysShared(db)
    // The keys may have changed during the call: the checkout of another account could not be fetched or closed later.
    const account = await accounts.account(db, attempt.provider)
    const isSandboxOff = account?.sandbox === true && (await accounts.offered(db, attempt.currency.toUpperCase() as Currency)).length === 0
    const isCurrent = account?.accountId === provider.accountId && !isSandboxOff
    const isOpen = isCurrent && (await markAttemptOpen(db, attempt.id, opened))
    if (!isCurrent) await failAttempt(db, attempt.id, log)
    if (!isOpen) return false
    await queueAttemptCheck(db, now(), attempt.id, 1)
    await queueWebhookRegistration(db, account, publicUrl())
    await queueComparison(db, now(), attempt.provider)
    return true
  })
  if (isStored) return opened
  await provider.closeCheckout(opened.ref)
  return null
}

/**
 * `amount`: what the customer expects to pay, by default the balance due; with a payment schedule it may be that of the oldest open
 * instalments, and any other is refused. `askConsent`: reads, under the invoice's lock, the consent to save the card that pays; none by
 * default.
 */
type Request = {
  invoiceId: number
  name: ProviderName
  amount?: Amount | undefined
  askConsent?: (db: UserDb, invoice: InvoiceBalance) => Promise<CardConsent>
}

/**
 * An open checkout for the same amount is used again; one for another amount is closed first.
 * @returns null when nothing is left to pay @throws AppError 404, 409 when it can't be paid online, or not this amount; ProviderError
 */
export const openCheckout = async (
  services: Services,
  userId: number,
  { invoiceId, name, amount, askConsent }: Request,
): Promise<{ ref: string; url: string | null } | null> => {
  // Each round opens a checkout or removes one obstacle. It takes more rounds than these only while others keep changing the invoice.
  for (let round = 0; round < 5; round++) {
    const step = await services.database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      // A refund leaves an invoice paid: the owner decides whether to ask for the money again.
      if (invoice.due === 0 || invoice.status === 'paid') return null
      if (invoice.status === 'draft')
        throw new AppError(409, 'This invoice is a draft: send it, or make its payment link, before it is paid.')
      if (await isUnderReview(db, invoiceId)) throw underReview()
      const asked = amount ?? invoice.due
      if (!(await isPayable(db, invoice, asked))) throw amountChanged(invoice)
      const account = (await services.accounts.offered(db, invoice.currency, asked)).find((offered) => offered.provider === name)
      const provider = account && (await services.accounts.provider(db, name))
      if (!provider) throw await notPayableOnline(services.accounts, db, { ...invoice, due: asked })
      const active = await listActiveAttempts(db, invoiceId)
      const pending = active.find(({ status }) => status === 'pending')
      if (pending) return { pending }
      const existing = active.find((attempt) => attempt.provider === name)
      if (existing && existing.accountId !== provider.accountId) await failAttempt(db, existing.id, services.log)
      const attempt = existing?.accountId === provider.accountId ? existing : null
      if (!attempt) assertWithinLimits(provider, { ...invoice, due: asked })
      const cardConsent = askConsent ? await askConsent(db, invoice) : null
      // A checkout saves the card, or doesn't: with another answer it can't be used again.
      if (attempt && !isSameConsent(attempt.cardConsent, cardConsent)) {
        if (!attempt.ref) await abandonAttempt(db, attempt.id)
        return { close: attempt }
      }
      const business = await getBusiness(db)
      return {
        invoice,
        asked,
        provider,
        business,
        attempt: attempt ?? (await insertAttempt(db, invoice, provider, asked, { cardConsent })),
      }
    })
    if (!step) return null
    if ('pending' in step) {
      if ((await reconcilePending(services, userId, step.pending)) === 'pending') throw beingConfirmed()
      continue
    }
    if ('close' in step) {
      await closeAttempts(services, userId, [step.close.id])
      continue
    }
    const { invoice, asked, provider, business, attempt } = step

    if (!attempt.ref) {
      const opened = await openAttempt(services, userId, provider, attempt, toCheckoutDetails(services, invoice, business))
      if (opened && attempt.amount === asked) return opened
      continue
    }

    const status = await reconcile(services, userId, attempt.id)
    if (status === 'pending') throw beingConfirmed()
    if (status !== 'open') continue
    if (attempt.amount === asked) return { ref: attempt.ref, url: attempt.url }
    await closeAttempts(services, userId, [attempt.id])
  }
  throw new ProviderError('The invoice kept changing while its checkout was opened')
}

const isSameConsent = (one: CardConsent | null, other: CardConsent | null): boolean =>
  one?.words === other?.words && one?.maxAmount === other?.maxAmount

/** @throws AppError 409 */
const assertWithinLimits = ({ name, limits }: CheckoutProvider, { due, currency }: InvoiceBalance): void => {
  const label = name === 'stripe' ? 'Card' : 'PayPal'
  const { minimum, maximum } = limits(currency)
  if (due < minimum) throw new AppError(409, `${label} payments start at ${formatMoney(minimum, currency)}.`, { code: 'minimum' })
  if (due > maximum) throw new AppError(409, `${label} payments end at ${formatMoney(maximum, currency)}.`, { code: 'maximum' })
}

/** A pending attempt whose account has no key any more can't be fetched, and must not keep new ones from being opened: it fails. */
const reconcilePending = async (services: Services, userId: number, attempt: StoredAttempt) => {
  const account = await services.database.asUser(userId, (db) => services.accounts.account(db, attempt.provider))
  if (account?.accountId === attempt.accountId) return reconcile(services, userId, attempt.id)
  await services.database.asUser(userId, (db) => failAttempt(db, attempt.id, services.log))
  return null
}

const toCheckoutDetails = ({ publicUrl }: Services, invoice: InvoiceBalance, business: Business): CheckoutDetails => {
  const successPath = `/payment-success?invoice=${invoice.publicId}&session_id={CHECKOUT_SESSION_ID}`
  return {
    title: `Invoice ${invoice.number}`,
    number: invoice.number,
    businessName: business.name,
    customerEmail: invoice.customerEmail,
    // Stripe replaces the placeholder, which must not be escaped.
    successUrl: new URL(successPath, publicUrl()).href.replace('%7BCHECKOUT_SESSION_ID%7D', '{CHECKOUT_SESSION_ID}'),
    cancelUrl: new URL(payPath(invoice.publicId), publicUrl()).href,
  }
}
