import { type Business, getBusiness } from '#server/domain/business/business.ts'
import { failAttempt } from '#server/domain/payments/attempts/abandon.ts'
import { insertAttempt, isUnderReview, listActiveAttempts, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { type CheckoutDetails, ProviderError } from '#server/domain/payments/provider.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { type ReconcileDeps, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { openPage } from './open-page.ts'

export type CheckoutDeps = ReconcileDeps & { publicUrl: () => URL }

export const onlinePaymentNotSetUp = () => new AppError(409, 'Online payment is not set up for this business.')
const beingConfirmed = () => new AppError(409, 'A payment for this invoice is being confirmed. Please wait a moment.', { code: 'pending' })

/** `amount`: what the customer believes that he is asked for; anything else than the balance due is refused. */
type Ask = { invoiceId: number; name: ProviderName; amount?: Cents }

/**
 * The page or order of a provider for what the invoice asks for right now. One that is open for the same amount is used again; one for another
 * amount is closed first, so that nobody ever pays an old sum.
 * @returns null when nothing is left to pay
 * @throws AppError 409 when payments aren't set up, the sum is too small or not the one that was expected, ProviderError when the provider can't be asked
 */
export const openCheckout = async (
  deps: CheckoutDeps,
  userId: number,
  { invoiceId, name, amount }: Ask,
): Promise<{ ref: string; url: string | null } | null> => {
  // Each round ends with an answer or with one obstacle less; more rounds than these would mean that others keep changing the invoice.
  for (let round = 0; round < 5; round++) {
    const step = await deps.database.asUser(userId, async (db) => {
      const invoice = await lockBalance(db, invoiceId)
      // A refund leaves a paid invoice paid: whether it is asked for again is the owner's to say.
      if (invoice.due === 0 || invoice.status === 'paid') return null
      if (invoice.status === 'draft')
        throw new AppError(409, 'This invoice is a draft: send it, or make its payment link, before it is paid.')
      if (await isUnderReview(db, invoiceId))
        throw new AppError(409, 'A payment for this invoice came in and is being looked at.', { code: 'review' })
      if (amount !== undefined && amount !== invoice.due) throw new AppError(409, `This invoice now asks for ${formatMoney(invoice.due)}.`)
      const account = (await deps.accounts.offered(db)).find((offered) => offered.provider === name)
      const provider = account && (await deps.accounts.provider(db, name))
      if (!provider) throw onlinePaymentNotSetUp()
      const underway = await listActiveAttempts(db, invoiceId)
      const pending = underway.find(({ status }) => status === 'pending')
      if (pending) return { pending }
      const known = underway.find((attempt) => attempt.provider === name)
      const attempt = known?.accountId === provider.accountId ? known : null
      if (known && !attempt) await failAttempt(db, known.id, deps.log)
      if (!attempt && invoice.due < provider.minimum)
        throw new AppError(409, `${name === 'stripe' ? 'Card' : 'PayPal'} payments start at ${formatMoney(provider.minimum)}.`, {
          code: 'minimum',
        })
      if (!attempt && invoice.due > provider.maximum)
        throw new AppError(409, `${name === 'stripe' ? 'Card' : 'PayPal'} payments end at ${formatMoney(provider.maximum)}.`, {
          code: 'maximum',
        })
      const business = await getBusiness(db)
      return { invoice, provider, business, attempt: attempt ?? (await insertAttempt(db, invoice, provider, invoice.due)) }
    })
    if (!step) return null
    if ('pending' in step) {
      if ((await settled(deps, userId, step.pending)) === 'pending') throw beingConfirmed()
      continue
    }
    const { invoice, provider, business, attempt } = step

    if (!attempt.ref) {
      const opened = await openPage(deps, userId, provider, attempt, billOf(deps, invoice, business))
      if (opened && attempt.amount === invoice.due) return opened
      continue
    }

    const status = await reconcile(deps, userId, attempt.id)
    if (status === 'pending') throw beingConfirmed()
    if (status !== 'open') continue
    if (attempt.amount === invoice.due) return { ref: attempt.ref, url: attempt.url }
    await closeAttempts(deps, userId, [attempt.id])
  }
  throw new ProviderError('The invoice kept changing while its payment page was opened')
}

/** What became of a payment that was on its way; when its key is gone nobody can say, and it must not stand in the way for ever. */
const settled = async (deps: CheckoutDeps, userId: number, attempt: StoredAttempt) => {
  const account = await deps.database.asUser(userId, (db) => deps.accounts.account(db, attempt.provider))
  if (account?.accountId === attempt.accountId) return reconcile(deps, userId, attempt.id)
  await deps.database.asUser(userId, (db) => failAttempt(db, attempt.id, deps.log))
  return null
}

const billOf = ({ publicUrl }: CheckoutDeps, invoice: InvoiceBalance, business: Business): CheckoutDetails => ({
  title: `Invoice ${invoice.number}`,
  number: invoice.number,
  businessName: business.name,
  customerEmail: invoice.customerEmail,
  successUrl: new URL(`/payment-success?invoice=${invoice.publicId}&session_id={CHECKOUT_SESSION_ID}`, publicUrl()).href.replace(
    '%7BCHECKOUT_SESSION_ID%7D',
    '{CHECKOUT_SESSION_ID}',
  ),
  cancelUrl: new URL(payPath(invoice.publicId), publicUrl()).href,
})
