import { type Day, isTimeZone, today } from '#shared/dates.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'

/** The IANA zone that days and hours are told in: the one that the signed-in user chose, else this browser's. */
export const getTimeZone = (): string => {
  const chosen = getKnownUser()?.timeZone
  // The server may know zones that this browser doesn't.
  return chosen && isTimeZone(chosen) ? chosen : browserTimeZone
}

/** Today where the user is. */
export const getToday = (): Day => today(new Date(), getTimeZone())
