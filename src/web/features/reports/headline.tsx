import type { ReportWire } from '#shared/api/reports.ts'
import { formatChange } from '#shared/captions.ts'
import { formatMoney, parseCents } from '#shared/money.ts'
import { FigureButton } from './figure-button.tsx'

/** The figures that the eye should meet first. */
export const Headline = ({ report: { headline } }: { report: ReportWire }) => {
  if (headline.length === 0) return null
  return (
    <dl className="my-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-10">
      {headline.map(({ label, amount, count, previous, figure }) => (
        <div key={label} className="min-w-0">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="font-semibold text-base tabular-nums leading-7 sm:text-lg [overflow-wrap:anywhere]">
            {amount !== undefined ? (
              <FigureButton figure={figure} isZero={parseCents(amount) === 0}>
                {formatMoney(amount)}
              </FigureButton>
            ) : (
              count?.toLocaleString('en-US')
            )}
          </dd>
          {amount !== undefined && previous !== null && (
            <dd className="text-[0.8125rem] text-muted">{formatChange(parseCents(amount), parseCents(previous), 'period')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
