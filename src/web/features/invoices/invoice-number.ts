import { call } from '#web/lib/api.ts'
import { nextNumber } from './calls.ts'

/** 'INV-', the year and the last four digits of the clock: a number to start from while the server can't be asked. */
export const numberFromClock = (now: Date): string => `INV-${now.getFullYear()}-${String(now.getTime()).slice(-4)}`

/** The next free number, or one from the clock when the server gives none within three seconds. */
export const suggestNumber = (): Promise<string> =>
  call(nextNumber, { signal: AbortSignal.timeout(3000) })
    .then((answer) => answer.invoiceNumber)
    .catch(() => numberFromClock(new Date()))
