import type { ComponentProps } from 'react'
import type { Currency } from '#shared/currencies.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { find, formatMoney, t } from './language.ts'

export const PanelCard = ({ className, ...rest }: ComponentProps<'div'>) => (
  <Card {...rest} className={cx('rounded-xl px-4 py-5 sm:px-6 sm:py-5', className)} />
)

type AmountProps = {
  label: CustomerText
  /** A decimal string. */
  amount: string
  currency: Currency
  isTest?: boolean
}

export const PanelAmount = ({ label, amount, currency, isTest = false }: AmountProps) => (
  <>
    <p className="flex items-baseline justify-between gap-3 text-muted text-sm">
      <span className="min-w-0 [overflow-wrap:anywhere]">{find(label)}</span>
      {isTest && <Badge tone="warn">{t('Test')}</Badge>}
    </p>
    <p className="mt-0.5 font-semibold text-3xl tracking-tight tabular-nums [overflow-wrap:anywhere]">{formatMoney(amount, currency)}</p>
  </>
)

export const PanelReference = ({ text }: { text: string }) => (
  <p className="mt-1 truncate text-muted text-sm" title={text}>
    {text}
  </p>
)
