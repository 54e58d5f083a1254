import { formatDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { getToday } from '#web/lib/format/today.ts'

const dayMs = 86_400_000
/** Beyond this a date says more than a number of days. */
const farDays = 60

const countDays = (days: number) => `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`

/** '36 days late', 'due today', 'due in 5 days'. @param today the reader's day */
export const describeDue = (
  { status, dueDate }: { status: InvoiceStatus; dueDate: string },
  today: string = getToday(),
): string | undefined => {
  if (status !== 'sent' && status !== 'overdue') return undefined
  const left = (Date.parse(dueDate) - Date.parse(today)) / dayMs
  if (left < 0) return `${countDays(-left)} late`
  if (left === 0) return 'due today'
  if (left === 1) return 'due tomorrow'
  return left > farDays ? `due ${formatDay(dueDate)}` : `due in ${countDays(left)}`
}
