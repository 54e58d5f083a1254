import type { ComponentProps } from 'react'
import type { Currency } from '#shared/currencies.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Input } from '#web/ui/field.tsx'

type Props = ComponentProps<'input'> & { currency: Currency }

export const RateInput = ({ currency, ...props }: Props) => (
  <span className="flex items-center gap-2">
    <span className="shrink-0 text-muted text-sm">1 {currency} =</span>
    <Input {...props} type="number" min="0" step="any" className="flex-1 text-right" />
    <span className="shrink-0 text-muted text-sm">{useHomeCurrency()}</span>
  </span>
)
