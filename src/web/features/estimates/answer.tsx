import { CircleCheck, CircleX } from 'lucide-react'
import type { EstimateWire } from '#shared/api/estimates.ts'
import { formatInstant } from '#web/lib/show-instant.ts'
import { cx } from '#web/ui/cx.ts'

type Props = { status: EstimateWire['status']; answer: NonNullable<EstimateWire['answer']> }

/** What the customer said on the public page: yes or no, who, when, and why not. */
export const Answer = ({ status, answer: { at, by, reason } }: Props) => {
  const isYes = status === 'accepted'
  const Icon = isYes ? CircleCheck : CircleX
  return (
    <section
      aria-label="Answer"
      className={cx('flex items-start gap-2.5 rounded-lg px-3 py-2.5 text-sm', isYes ? 'bg-good-soft' : 'bg-danger-soft')}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', isYes ? 'text-good' : 'text-danger')} aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className={cx('font-medium', isYes ? 'text-good' : 'text-danger')}>
          {isYes ? 'Accepted' : 'Declined'} by <bdi>{by ?? 'the customer'}</bdi>
        </p>
        <time dateTime={at} className="block text-[0.8125rem] tabular-nums">
          {formatInstant(at)}
        </time>
        {reason && (
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {reason}
          </p>
        )}
      </div>
    </section>
  )
}
