import { type Day, isTimeZone, today } from '#shared/dates.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'

/** An IANA name: the one chosen in the profile, otherwise the browser's. */
export const getTimeZone = (): string => {
  const chosen = getKnownUser()?.timeZone
  // The server may know time zones that this browser doesn't.
  return chosen && isTimeZone(chosen) ? chosen : browserTimeZone
}

export const getToday = (): Day => today(new Date(), getTimeZone())
