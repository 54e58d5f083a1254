import { ArrowRight } from 'lucide-react'
import type { z } from 'zod'
import type { FieldChange, HistoryKind, historyEvent } from '#shared/contract/document-history.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import kindNames from './history-kinds.json' with { type: 'json' }
import { PanelSection, ShortList } from './panel-section.tsx'

export type HistoryEvent = z.input<typeof historyEvent>

const statusKinds = new Set<HistoryEvent['kind']>(['sent', 'paid', 'reopened'])

/** An edit that made the document sent, paid or open again is followed by an event for it at the same instant. */
export const mergeHistory = (events: readonly HistoryEvent[]): HistoryEvent[] => {
  const announced = new Set(events.filter(({ kind }) => statusKinds.has(kind)).map(({ at }) => at))
  return events.flatMap((event) => {
    if (event.kind !== 'edited' || !announced.has(event.at)) return [event]
    const changes = event.changes.filter(({ field }) => field !== 'Status')
    return changes.length === 0 && event.changes.length > 0 ? [] : [{ ...event, changes }]
  })
}

const kinds: Record<HistoryKind, string> = kindNames satisfies Record<Exclude<keyof typeof kindNames, HistoryKind>, never>

export const HistorySection = ({ events }: { events: readonly HistoryEvent[] | undefined }) => (
  <PanelSection title="History" rows={events && mergeHistory(events)} empty="No activity yet.">
    {(merged) => (
      <ShortList rows={merged} first={3}>
        {(shown) => <HistoryList events={shown} />}
      </ShortList>
    )}
  </PanelSection>
)

/** Newest first. */
export const HistoryList = ({ events }: { events: readonly HistoryEvent[] }) => (
  <ol className="relative ml-1.5 grid grid-cols-1 gap-4 border-line border-l">
    {events.map((event) => (
      <li key={event.id} className="relative min-w-0 pl-4 text-sm [overflow-wrap:anywhere]">
        <span className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-control ring-4 ring-surface" aria-hidden />
        <p>
          <span className="font-medium">{kinds[event.kind]}</span> <span className="text-muted">by</span> <bdi>{event.by}</bdi>
        </p>
        <time dateTime={event.at} className="block text-[0.8125rem] text-muted tabular-nums">
          {formatInstant(event.at)}
        </time>
        {event.changes.length > 0 && (
          <dl className="mt-1.5 grid gap-1.5 rounded-md bg-sunken px-2.5 py-2">
            {event.changes.map((change) => (
              <Change key={change.field} {...change} />
            ))}
          </dl>
        )}
      </li>
    ))}
  </ol>
)

const Change = ({ field, before, after }: FieldChange) => (
  <div className="text-[0.8125rem] leading-5">
    <dt className="text-muted">{field}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-1.5 [overflow-wrap:anywhere]">
      {before !== null && (
        <>
          <span className="sr-only">from </span>
          <span dir="auto" className="min-w-0 whitespace-pre-line text-muted">
            {before || 'empty'}
          </span>
          <ArrowRight className="size-3 shrink-0 self-center text-muted" aria-hidden />
          <span className="sr-only"> to </span>
        </>
      )}
      <span dir="auto" className="min-w-0 whitespace-pre-line">
        {after || 'nothing'}
      </span>
    </dd>
  </div>
)
