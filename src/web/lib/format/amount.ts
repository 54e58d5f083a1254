import { formatMoney, parseCents } from '#shared/money.ts'

/** Formats a saved or typed amount: '5' and '5.00' both return '$5.00'. Anything that is not an amount is returned unchanged. */
export const formatAmountInput = (text: unknown): string => {
  const typed = String(text ?? '').trim()
  try {
    return formatMoney(parseCents(typed))
  } catch {
    return typed
  }
}
