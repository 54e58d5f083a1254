import { addDays, type Day } from '#shared/dates.ts'

const soonDays = 7

/**
 * What has to be said about how long an estimate still stands.
 * @returns undefined while there is plenty of time, and once it is over
 */
export const describeDeadline = (expiryDate: string, today: Day): 'Expires today' | 'Expires soon' | undefined =>
  expiryDate === today ? 'Expires today' : expiryDate > today && expiryDate <= addDays(today, soonDays) ? 'Expires soon' : undefined
