import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { findChargeProblem } from '#shared/chargeable-currencies.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney } from '#shared/money.ts'

// Why a customer can't pay. The pay page has texts of its own for the codes.

/** No provider is connected, or none takes exactly what is due. */
export const notPayableOnline = async (
  accounts: Pick<Accounts, 'offered'>,
  db: UserDb,
  { currency, due }: { currency: Currency; due: Amount },
): Promise<AppError> => {
  const offered = await accounts.offered(db)
  const problem = findChargeProblem(
    offered.map(({ provider }) => provider),
    currency,
    due,
  )
  return new AppError(409, problem ?? 'Online payment is not set up for this business.')
}

export const beingConfirmed = () =>
  new AppError(409, 'A payment for this invoice is being confirmed. Please wait a moment.', { code: 'pending' })

export const underReview = () => new AppError(409, 'A payment for this invoice came in and is being looked at.', { code: 'review' })

export const amountChanged = ({ due, currency }: { due: Amount; currency: Currency }) =>
  new AppError(409, `This invoice now asks for ${formatMoney(due, currency)}.`)

export const orderClosed = () => new AppError(409, 'This payment can’t be completed any more. Reload the page to pay.')
