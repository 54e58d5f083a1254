import type { z } from 'zod'
import type { historyEvent } from '#shared/api/history.ts'

export type HistoryEvent = z.input<typeof historyEvent>

/** What by its name alone says that the status changed. */
const tellsStatus = new Set<HistoryEvent['kind']>(['sent', 'paid', 'reopened'])

/**
 * The events without what is said twice: an edit that made the paper sent, paid or open again is followed by an event that says so,
 * at the same instant. Its line about the status goes, and the edit too when it changed nothing else.
 */
export const mergeHistory = (events: readonly HistoryEvent[]): HistoryEvent[] => {
  const told = new Set(events.filter(({ kind }) => tellsStatus.has(kind)).map(({ at }) => at))
  return events.flatMap((event) => {
    if (event.kind !== 'edited' || !told.has(event.at)) return [event]
    const changes = event.changes.filter(({ field }) => field !== 'Status')
    return changes.length === 0 && event.changes.length > 0 ? [] : [{ ...event, changes }]
  })
}
