import { type Day, today } from '#shared/dates.ts'

/** Today where this browser is. */
export const todayHere = (): Day => today(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
