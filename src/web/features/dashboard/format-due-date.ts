import { type Day, formatDay } from '#shared/dates.ts'
import { countDays } from '#shared/periods.ts'

const formatDays = (count: number) => `${count.toLocaleString('en-US')} day${count === 1 ? '' : 's'}`

/** '3 days late', 'due today', 'due tomorrow', 'due in 5 days'; more than a month ahead, the date. @param word 'due' or 'expires' */
export const formatDueDate = (dueDate: string, today: Day, word = 'due'): string => {
  const due = dueDate as Day
  if (due < today) return `${formatDays(countDays({ from: due, to: today }) - 1)} late`
  const left = countDays({ from: today, to: due }) - 1
  if (left > 31) return `${word} ${formatDay(due)}`
  return `${word} ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${formatDays(left)}`}`
}
