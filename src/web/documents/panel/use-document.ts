import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { EndpointAt } from '#modules/contract.ts'
import type { documentEmail } from '#shared/contract/document-emails.ts'
import type { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import type { DocumentEndpoints } from '#web/documents/list/document-kind.ts'
import { call } from '#web/lib/api/client.ts'
import type { HistoryEvent } from './history-list.tsx'

const pollIntervalMs = 2000

export type PanelEndpoints = DocumentEndpoints | typeof recurringInvoiceEndpoints
export type One<E extends PanelEndpoints> = WireReplyOf<EndpointAt<E['one']>>

export const useDocument = <E extends PanelEndpoints, Row>(endpoints: E, id: number, listed: Row | undefined) => {
  const { list, one }: PanelEndpoints = endpoints
  return useQuery<Row | One<E>>({
    queryKey: [list.path, 'one', id],
    queryFn: ({ signal }) => call(one, { params: { id }, signal }) as Promise<One<E>>,
    ...(listed ? { placeholderData: listed as never } : {}),
  })
}

type Records = { emails: z.input<typeof documentEmail>[]; events: HistoryEvent[] }
export type HistoryOf<E extends DocumentEndpoints> = Extract<WireReplyOf<EndpointAt<E['history']>>, Records>

const countQueued = ({ emails }: Records) => emails.filter(({ state }) => state === 'queued').length

/** What else can change on its own: `state` serialized, and when to poll. */
export type Polling<H> = { state: (history: H) => string; pollIntervalMs: (history: H) => number | undefined }

export const useDocumentHistory = <E extends DocumentEndpoints>(endpoints: E, id: number, polling?: Polling<HistoryOf<E>>) => {
  const { list, history }: DocumentEndpoints = endpoints
  const { path } = list
  const client = useQueryClient()
  const queryKey = [path, 'history', id]
  return useQuery<HistoryOf<E>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<HistoryOf<E>>(queryKey)
      const now = (await call(history, { params: { id }, signal })) as HistoryOf<E>
      // The row shows the state of the last email, so the list is refreshed with it.
      if (before && countQueued(before) !== countQueued(now)) void client.invalidateQueries({ queryKey: [path, 'rows'] })
      if (before && polling && polling.state(before) !== polling.state(now))
        for (const part of ['rows', 'summary', 'one']) void client.invalidateQueries({ queryKey: [path, part] })
      return now
    },
    refetchInterval: ({ state: { data } }) =>
      data && countQueued(data) > 0 ? pollIntervalMs : ((data && polling?.pollIntervalMs(data)) ?? false),
  })
}
