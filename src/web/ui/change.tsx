import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatChange } from '#shared/captions.ts'
import { parseSum } from '#shared/money.ts'
import { cx } from './cx.ts'

type Props = {
  now: string
  before: string
  period: 'month' | 'period'
  isMoreGood: boolean
}

/** Not by color alone: the sign and the arrow say the same. */
export const Change = ({ now, before, period, isMoreGood }: Props) => {
  const [amountNow, amountBefore] = [parseSum(now), parseSum(before)]
  const text = formatChange(amountNow, amountBefore, period)
  if (amountBefore === 0n || amountNow === amountBefore) return text
  const isMore = amountNow > amountBefore
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
