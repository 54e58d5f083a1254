import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatChange } from '#shared/captions.ts'
import { parseAmount } from '#shared/money.ts'
import { cx } from './cx.ts'

type Props = {
  /** Amounts as decimal strings. */
  now: string
  before: string
  period: 'month' | 'period'
  /** Whether more is good: of revenue, but not of expenses. */
  isMoreGood: boolean
}

/** The change of an amount, colored by what it means. The sign and the arrow say the same. */
export const Change = ({ now, before, period, isMoreGood }: Props) => {
  const [nowCents, beforeCents] = [parseAmount(now), parseAmount(before)]
  const text = formatChange(nowCents, beforeCents, period)
  if (beforeCents === 0 || nowCents === beforeCents) return text
  const isMore = nowCents > beforeCents
  const Arrow = isMore ? ArrowUpRight : ArrowDownRight
  const [change, ...rest] = text.split(' ')
  return (
    <>
      <span className={cx('font-medium', isMore === isMoreGood ? 'text-good' : 'text-danger')}>
        <Arrow className="-mt-0.5 mr-0.5 inline size-3.5" aria-hidden />
        {change}
      </span>{' '}
      {rest.join(' ')}
    </>
  )
}
