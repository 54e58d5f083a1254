import { CalendarRange } from 'lucide-react'
import type { Day } from '#shared/dates.ts'
import { allTime, type Range, reportPeriods } from '#shared/periods.ts'
import { type ReportType, reportTitles } from '#shared/reports.ts'
import { getCalendarPeriods } from '#web/entity/periods.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { ExportMenu } from './export-menu.tsx'
import { toReportQuery, type useReportParams } from './query/report-params.ts'

const loadRange = () => import('./range-dialog.tsx')

type Props = ReturnType<typeof useReportParams> & { today: Day }

export const Toolbar = ({ view, set, today }: Props) => {
  const { show, dialog } = useLazyDialog(loadRange)
  const openRange = () => void show({ range: view.range, choose: (range: Range) => set({ period: '', ...range }) })
  return (
    <div className="flex flex-wrap items-center gap-2 lg:gap-3">
      <TypeAndPeriod view={view} set={set} today={today} openRange={openRange} />
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

const reportGroups: Readonly<Record<string, readonly ReportType[]>> = {
  Overview: ['revenue', 'expenses', 'customer', 'invoice'],
  'Profit and tax': ['profit-loss', 'sales-tax'],
  'What customers owe': ['receivables', 'statement'],
}

type ChoiceProps = Props & { openRange: () => void }

const TypeAndPeriod = ({ view, set, today, openRange }: ChoiceProps) => {
  const presets = [...getCalendarPeriods(today), { label: 'all', name: 'All time', range: allTime }]
  const isAll = view.range.from === allTime.from
  const preset = presets.find(
    ({ label, range }) => range.from === view.range.from && (range.to === view.range.to || (isAll && label === 'all')),
  )
  const choose = (value: string) => {
    const range = presets.find(({ label }) => label === value)?.range
    if (range) set({ period: '', ...range })
    else if (value) set({ period: value, from: '', to: '' })
    else openRange()
  }
  return (
    <>
      <div className="grow basis-full sm:w-50 lg:w-52 sm:grow-0 sm:basis-auto min-[22.5rem]:max-sm:basis-[54%]">
        <Select aria-label="Report type" value={view.type} onChange={({ target }) => set({ type: target.value })}>
          {Object.entries(reportGroups).map(([group, types]) => (
            <optgroup key={group} label={group}>
              {types.map((type) => (
                <option key={type} value={type}>
                  {reportTitles[type]}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </div>
      <div className="grow max-[22.49rem]:basis-0 sm:w-40 lg:w-44 sm:grow-0 min-[22.5rem]:max-sm:basis-[36%]">
        <Select
          aria-label="Period"
          className="max-lg:pr-7 max-lg:pl-2.5"
          value={view.days ?? preset?.label ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {reportPeriods.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
          <optgroup label="Calendar">
            {presets.map(({ label, name }) => (
              <option key={label} value={label}>
                {name}
              </option>
            ))}
          </optgroup>
          {view.days === undefined && !preset && <option value="">Custom</option>}
        </Select>
      </div>
    </>
  )
}
