import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { documentEmail } from '#shared/contract/document-emails.ts'

const pollIntervalMs = 2000

/** @param path the list's path, e.g. '/api/invoices' */
export const useDocument = <Doc>(path: string, id: number, listed: Doc | undefined, read: (signal: AbortSignal) => Promise<Doc>) =>
  useQuery<Doc>({
    queryKey: [path, 'one', id],
    queryFn: ({ signal }) => read(signal),
    ...(listed ? { placeholderData: listed as never } : {}),
  })

type History = { emails: readonly Pick<z.input<typeof documentEmail>, 'state'>[] }
const countQueued = ({ emails }: History) => emails.filter(({ state }) => state === 'queued').length

/** What else can change on its own: `state` serialized, and when to poll. */
type Polling<H> = { state: (history: H) => string; pollIntervalMs: (history: H) => number | undefined }

export const useDocumentHistory = <H extends History>(
  path: string,
  id: number,
  read: (signal: AbortSignal) => Promise<H>,
  polling?: Polling<H>,
) => {
  const client = useQueryClient()
  const queryKey = [path, 'history', id]
  return useQuery<H>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<H>(queryKey)
      const history = await read(signal)
      // The row shows the state of the last email, so the list is refreshed with it.
      if (before && countQueued(before) !== countQueued(history)) void client.invalidateQueries({ queryKey: [path, 'rows'] })
      if (before && polling && polling.state(before) !== polling.state(history))
        for (const part of ['rows', 'summary', 'one']) void client.invalidateQueries({ queryKey: [path, part] })
      return history
    },
    refetchInterval: ({ state: { data } }) =>
      data && countQueued(data) > 0 ? pollIntervalMs : ((data && polling?.pollIntervalMs(data)) ?? false),
  })
}
