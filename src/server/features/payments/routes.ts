import { noteEvent } from '#server/papers/history.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import { findPublicPaper } from '#server/papers/public-id.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller, publicRoute } from '#server/platform/http/route.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { publicInvoiceApi } from '#shared/api/public-invoice.ts'
import { isPublic, mayCollect } from '#shared/invoice-rules.ts'
import { checkoutPath, payPath } from '#shared/paths.ts'
import { latestAttemptOf } from './attempts.ts'
import { type Collectable, lockBalance } from './balance.ts'
import { type CheckoutDeps, openCheckout } from './checkout.ts'
import { type ManualDeps, markPaidByHand } from './manual.ts'
import { manualPaymentRoutes } from './manual-routes.ts'
import { ProviderError } from './provider.ts'
import { reconcile } from './reconcile.ts'
import { unreachable } from './unreachable.ts'

type Deps = CheckoutDeps & ManualDeps & { absolute: (path: string) => string }

/** The owner names an invoice by its row number, a customer by its public id; each answers 404 to the other's. */
const whose = async <T>(
  deps: Deps,
  user: Caller | null,
  ref: string,
  work: (db: UserDb, invoice: Collectable, isOwner: boolean) => Promise<T>,
): Promise<T> => {
  if (/^[1-9]\d{0,9}$/.test(ref) && Number(ref) <= 2_147_483_647) {
    if (!user) throw new AppError(401, 'Please sign in')
    return user.tx(async (db) => work(db, await lockBalance(db, Number(ref)), true))
  }
  return findPublicPaper(deps.database, invoiceKind, ref, async (db, id) => {
    const invoice = await lockBalance(db, id)
    if (!isPublic(invoice)) throw notFound('Invoice')
    return work(db, invoice, false)
  })
}

export const paymentRoutes = (deps: Deps) => [
  ...manualPaymentRoutes(deps),

  publicRoute(invoicesApi.createPayment, ({ user, params }) =>
    whose(deps, user, params.ref, async (db, invoice, isOwner) => {
      if (invoice.total === 0 && invoice.status !== 'paid')
        throw new AppError(409, 'This invoice asks for nothing: there is nothing to pay.')
      if (mayCollect(invoice) !== true || invoice.due === 0) throw new AppError(409, 'This invoice has already been paid.')
      if (!(await deps.offeredCardAccount(db))) throw new AppError(409, 'Online payment is not set up for this business.')
      // Whoever hands out the link of a draft has issued it: its pay page must be there.
      if (isOwner && invoice.status === 'draft') await deps.issue(db, invoice.id)
      const path = checkoutPath(invoice.publicId)
      const made = await db.rows(
        'update invoices set payment_url = $3 where user_id = $1 and id = $2 and payment_url is distinct from $3 returning id',
        [db.userId, invoice.id, path],
      )
      if (made.length > 0) await noteEvent(db, invoiceKind, invoice.id, 'link', [], isOwner ? null : 'Customer')
      return { paymentUrl: deps.absolute(path) }
    }),
  ),

  publicRoute(invoicesApi.markPaid, async ({ user, params, today }) => {
    const found = await whose(deps, user, params.ref, async (db, invoice, isOwner) => ({
      userId: db.userId,
      invoice,
      isOwner,
      attempt: await latestAttemptOf(db, invoice.id),
    }))
    const { userId, invoice, attempt } = found
    if (found.isOwner) await markPaidByHand(deps, userId, invoice.id, today).catch(unreachable(deps.log))
    // From outside this marks nothing: it asks the provider, and whatever he says is recorded.
    const status = !found.isOwner && attempt ? await reconcile(deps, userId, attempt.id).catch(unreachable(deps.log)) : null
    const now = await deps.database.asUser(userId, (db) => lockBalance(db, invoice.id))
    const state = now.status === 'paid' ? ('paid' as const) : status === 'pending' ? ('pending' as const) : ('open' as const)
    return { status: state, amountPaid: now.paid, balanceDue: now.due }
  }),

  publicRoute(publicInvoiceApi.checkout, async ({ params }) => {
    const found = await whose(deps, null, params.publicId, async (db, { id }) => ({ userId: db.userId, id })).catch((error: unknown) => {
      // A person clicked a link: the pay page says in words that there is no such invoice.
      if (error instanceof AppError) return null
      throw error
    })
    const payPage = payPath(params.publicId)
    if (!found) return { location: payPage }
    const checkout = await openCheckout(deps, found.userId, found.id).catch((error: unknown) => {
      if (!(error instanceof ProviderError || error instanceof AppError)) throw error
      deps.log(error.message)
      return `${payPage}?payment=unavailable`
    })
    return { location: checkout ?? payPage }
  }),
]
