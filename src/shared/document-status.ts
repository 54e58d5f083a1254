import type { Day } from './dates.ts'

/**
 * Whether a sent document is past its due or expiry date; it is then shown as overdue or expired, without a change of its stored status. On the date
 * itself it isn't. `displayStatusSql` has the same rule in SQL.
 */
export const hasLapsed = (stored: string, endDate: Day, today: Day): boolean => stored === 'sent' && endDate < today
