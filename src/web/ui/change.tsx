import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatChange } from '#shared/captions.ts'
import { parseSum } from '#shared/money.ts'
import { cx } from './cx.ts'

type Props = {
  now: string
  before: string
  period: 'month' | 'period'
  isMoreGood: boolean
  /** What is compared, where the figure beside it is of another time: 'Nov'. */
  of?: string
}

/** Not by color alone: the sign and the arrow say the same. */
export const Change = ({ now, before, period, isMoreGood, of }: Props) => {
  const [amountNow, amountBefore] = [parseSum(now), parseSum(before)]
  const text = formatChange(amountNow, amountBefore, period)
  if (amountBefore === 0n) return text
  const prefix = of ? `${of}: ` : ''
  if (amountNow === amountBefore) return prefix + text
  const isMore = amountNow > amountBefore
  const Arrow = isMore ? ArrowUpRight : ArrowDownRight
  const [change, ...rest] = text.split(' ')
  return (
    <>
      {prefix}
      <span className={cx('whitespace-nowrap font-medium', isMore === isMoreGood ? 'text-good' : 'text-danger')}>
        <Arrow className="-mt-0.5 mr-0.5 inline size-3.5" aria-hidden />
        {change}
      </span>{' '}
      <span className="whitespace-nowrap">{rest.join(' ')}</span>
    </>
  )
}
