import { findCurrencyProblem, findPriceProblem } from '#shared/amount-limits.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import type { Field } from './fields.ts'

/** What the business's currency refuses of a field's value. @param value as its schema reads it */
export const findMoneyProblem = ({ kind, label }: Pick<Field, 'kind' | 'label'>, value: unknown, home: Currency): string | undefined => {
  if (kind === 'money') return findCurrencyProblem(label, value as Amount | null | undefined, home)
  return kind === 'price' ? findPriceProblem(label, value as string | null | undefined, home) : undefined
}
