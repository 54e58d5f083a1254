import type { ComponentProps } from 'react'
import { showMoney } from '#shared/money.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

/** A card beside a paper. */
export const PanelCard = ({ className, ...rest }: ComponentProps<'div'>) => (
  <Card {...rest} className={cx('rounded-xl px-4 py-5 sm:px-6 sm:py-5', className)} />
)

/** The sum that it is about, in large. `amount` is a decimal text. */
export const PanelSum = ({ label, amount }: { label: string; amount: string }) => (
  <>
    <p className="text-muted text-sm [overflow-wrap:anywhere]">{label}</p>
    <p className="mt-0.5 font-semibold text-3xl tracking-tight tabular-nums [overflow-wrap:anywhere]">{showMoney(amount)}</p>
  </>
)
