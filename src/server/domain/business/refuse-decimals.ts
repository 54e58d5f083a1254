import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import { findDecimalsProblem } from '#shared/minor-units.ts'
import type { Amount } from '#shared/money.ts'

/** @throws AppError 400 at a field, "Amount" by default, for an amount with more decimals than its currency has */
export const refuseDecimals = (amount: Amount, currency: Currency, { path, label } = { path: 'amount', label: 'Amount' }): void => {
  const message = findDecimalsProblem(label, amount, currency)
  if (message) throw new AppError(400, message, { issues: [{ path, message }] })
}
