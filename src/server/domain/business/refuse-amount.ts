import { AppError } from '#server/platform/errors/app-error.ts'
import { findCurrencyProblem } from '#shared/amount-limits.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'

/** @throws AppError 400 at a field, "Amount" by default, for what the currency refuses of an amount */
export const refuseAmount = (amount: Amount, currency: Currency, { path, label } = { path: 'amount', label: 'Amount' }): void => {
  const message = findCurrencyProblem(label, amount, currency)
  if (message) throw new AppError(400, message, { issues: [{ path, message }] })
}
