import type { Currency } from '#shared/currencies.ts'
import { formatMoney, parseCents } from '#shared/money.ts'

/** Formats a saved or typed amount: '5' and '5.00' both return '$5.00' in US dollars. Anything that is not an amount is returned unchanged. */
export const formatAmountInput = (text: unknown, currency: Currency): string => {
  const typed = String(text ?? '').trim()
  try {
    return formatMoney(parseCents(typed), currency)
  } catch {
    return typed
  }
}
