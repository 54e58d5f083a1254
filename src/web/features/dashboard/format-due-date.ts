import { type Day, formatDay } from '#shared/dates.ts'
import { countDays } from '#shared/periods.ts'

const formatDays = (count: number) => `${count.toLocaleString('en-US')} day${count === 1 ? '' : 's'}`

/** Formats a due date relative to today: '3 days late', 'Due today', 'Due tomorrow', 'Due in 5 days'; more than a month ahead, the date. */
export const formatDueDate = (dueDate: string, today: Day): string => {
  const due = dueDate as Day
  if (due < today) return `${formatDays(countDays({ from: due, to: today }) - 1)} late`
  const left = countDays({ from: today, to: due }) - 1
  if (left > 31) return `Due ${formatDay(due)}`
  return left === 0 ? 'Due today' : left === 1 ? 'Due tomorrow' : `Due in ${formatDays(left)}`
}
