import { BookOpen, CalendarRange } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Day } from '#shared/dates.ts'
import { type Range, reportPeriods } from '#shared/periods.ts'
import { reportTitles, reportTypes } from '#shared/reports.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ExportMenu } from './export-menu.tsx'
import { queryOf, type Shown } from './report-address.ts'
import type { useReportAddress } from './use-report-address.ts'

const loadRange = () => import('./range-dialog.tsx')

type Props = ReturnType<typeof useReportAddress> & { today: Day }

/** What is shown, of which days, and as what file. */
export const Toolbar = ({ shown, set, today }: Props) => {
  const { part, fetch } = useOnDemand(loadRange)
  const [opened, setOpened] = useState({ open: false, count: 0 })
  const openRange = async () => {
    if (await fetch()) setOpened(({ count }) => ({ open: true, count: count + 1 }))
  }
  const close = useCallback(() => setOpened((was) => ({ ...was, open: false })), [])
  const choose = (range: Range) => {
    set({ period: '', ...range })
    close()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <TypeAndPeriod shown={shown} set={set} openRange={() => void openRange()} />
      <Button
        variant="secondary"
        className="max-sm:flex-1"
        onClick={() => void openRange()}
        onPointerEnter={() => void loadRange().catch(() => {})}
      >
        <CalendarRange aria-hidden /> Custom Date Range
      </Button>
      <ExportMenu asked={queryOf(shown)} />
      <Link href="/books" asChild>
        <ButtonLink variant="secondary" className="max-sm:flex-1 lg:ml-auto">
          <BookOpen aria-hidden /> Books
        </ButtonLink>
      </Link>
      {part && opened.count > 0 && (
        <part.default key={opened.count} open={opened.open} range={shown.range} today={today} choose={choose} onClose={close} />
      )}
    </div>
  )
}

const TypeAndPeriod = ({ shown, set, openRange }: { shown: Shown; set: Props['set']; openRange: () => void }) => (
  <div className="grid w-full grid-cols-[1.35fr_1fr] gap-2 sm:flex sm:w-auto sm:gap-3">
    <Select aria-label="Report type" className="sm:w-52" value={shown.type} onChange={({ target }) => set({ type: target.value })}>
      {reportTypes.map((type) => (
        <option key={type} value={type}>
          {reportTitles[type]}
        </option>
      ))}
    </Select>
    <Select
      aria-label="Period"
      className="sm:w-40"
      value={shown.days ?? ''}
      onChange={({ target }) => (target.value ? set({ period: target.value, from: '', to: '' }) : openRange())}
    >
      {reportPeriods.map(({ days, label }) => (
        <option key={days} value={days}>
          {label}
        </option>
      ))}
      {shown.days === undefined && <option value="">Custom</option>}
    </Select>
  </div>
)
