import { type Day, formatDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { countDays } from '#shared/periods.ts'
import { getToday } from '#web/lib/format/today.ts'

/** Beyond this a date says more than a number of days. */
const farDays = 60

const formatDays = (days: number) => `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`

/** '36 days late', 'due today', 'due in 5 days'. @param today the reader's day @param word 'due' or 'expires' */
export const formatDueDate = (dueDate: string, today: Day, word = 'due'): string => {
  const due = dueDate as Day
  if (due < today) return `${formatDays(countDays({ from: due, to: today }) - 1)} late`
  const left = countDays({ from: today, to: due }) - 1
  if (left > farDays) return `${word} ${formatDay(due)}`
  return `${word} ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${formatDays(left)}`}`
}

type Dated = { status: InvoiceStatus; dueDate: string }

export const describeDue = ({ status, dueDate }: Dated, today: Day = getToday()): string | undefined =>
  status === 'sent' || status === 'overdue' ? formatDueDate(dueDate, today) : undefined
