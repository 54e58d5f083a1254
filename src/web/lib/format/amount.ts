import { formatMoney, parseCents } from '#shared/money.ts'

/** An amount as it is saved or as somebody typed it: '5' and '5.00' both read '$5.00'. What is no amount stays as it was typed. */
export const formatAmountInput = (text: unknown): string => {
  const typed = String(text ?? '').trim()
  try {
    return formatMoney(parseCents(typed))
  } catch {
    return typed
  }
}
