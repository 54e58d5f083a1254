import { CalendarRange } from 'lucide-react'
import type { Day } from '#shared/dates.ts'
import { type Range, reportPeriods } from '#shared/periods.ts'
import { reportTitles, reportTypes } from '#shared/reports.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type ReportView, toReportQuery, type useReportParams } from './query/report-params.ts'

const loadRange = () => import('./range-dialog.tsx')

type Props = ReturnType<typeof useReportParams> & { today: Day }

export const Toolbar = ({ view, set, today }: Props) => {
  const { show, dialog } = useLazyDialog(loadRange)
  const openRange = () => void show({ range: view.range, today, choose: (range: Range) => set({ period: '', ...range }) })
  return (
    <div className="flex flex-wrap items-center gap-2 lg:gap-3">
      <TypeAndPeriod view={view} set={set} openRange={openRange} />
      <Button
        variant="ghost"
        className="max-sm:px-2 max-[22.49rem]:text-[0.8125rem] min-[22.5rem]:max-sm:grow"
        onClick={openRange}
        onPointerEnter={() => void loadRange().catch(() => {})}
      >
        <CalendarRange aria-hidden className="max-sm:hidden" /> Custom Date Range
      </Button>
      <ExportMenu request={toReportQuery(view)} />
      {dialog}
    </div>
  )
}

const TypeAndPeriod = ({ view, set, openRange }: { view: ReportView; set: Props['set']; openRange: () => void }) => (
  <>
    <div className="grow basis-full sm:w-50 lg:w-52 sm:grow-0 sm:basis-auto min-[22.5rem]:max-sm:basis-[54%]">
      <Select aria-label="Report type" value={view.type} onChange={({ target }) => set({ type: target.value })}>
        {reportTypes.map((type) => (
          <option key={type} value={type}>
            {reportTitles[type]}
          </option>
        ))}
      </Select>
    </div>
    <div className="grow max-[22.49rem]:basis-0 sm:w-36 lg:w-40 sm:grow-0 min-[22.5rem]:max-sm:basis-[36%]">
      <Select
        aria-label="Period"
        className="max-lg:pr-7 max-lg:pl-2.5"
        value={view.days ?? ''}
        onChange={({ target }) => (target.value ? set({ period: target.value, from: '', to: '' }) : openRange())}
      >
        {reportPeriods.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
        {view.days === undefined && <option value="">Custom</option>}
      </Select>
    </div>
  </>
)
