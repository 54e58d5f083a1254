import { type Day, isTimeZone, today } from '#shared/dates.ts'
import { knownUser } from './current-user.ts'
import { browserZone } from './time-zone.ts'

/** The IANA zone that days and hours are told in: the one that the signed-in user chose, else this browser's. */
export const zoneHere = (): string => {
  const chosen = knownUser()?.timeZone
  // The server may know zones that this browser doesn't.
  return chosen && isTimeZone(chosen) ? chosen : browserZone
}

/** Today where the user is. */
export const todayHere = (): Day => today(new Date(), zoneHere())
