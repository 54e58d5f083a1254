import type { Day } from './dates.ts'

/** On the date itself it has not lapsed. The stored status stays. `displayStatusSql` has the same rule in SQL. */
export const hasLapsed = (stored: string, endDate: Day, today: Day): boolean => stored === 'sent' && endDate < today
