import { useSearchParams } from 'wouter'
import { getToday } from '../../lib/today.ts'
import { parseReportParams, type ReportView } from './report-address.ts'

/** The address's words for what it shows. '' takes one away. */
type Changes = Partial<Record<'type' | 'period' | 'from' | 'to' | 'basis' | 'customer', string>>

/** What the page shows is in its address: it is there again after a reload, a look at a record, or for a colleague. */
export const useReportParams = (): { shown: ReportView; set: (changes: Changes) => void } => {
  const [params, setParams] = useSearchParams()
  return {
    shown: parseReportParams(params, getToday()),
    set: (changes) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(changes))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}
