import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { documentEmail } from '#shared/contract/document-emails.ts'

const lookAgainMs = 2000

/**
 * One document; a row of the list stands in while it loads.
 * @param path the list's path, e.g. '/api/invoices'
 */
export const useDocument = <PdfDocument>(
  path: string,
  id: number,
  listed: PdfDocument | undefined,
  read: (signal: AbortSignal) => Promise<PdfDocument>,
) =>
  useQuery<PdfDocument>({
    queryKey: [path, 'one', id],
    queryFn: ({ signal }) => read(signal),
    ...(listed ? { placeholderData: listed as never } : {}),
  })

type History = { emails: readonly Pick<z.input<typeof documentEmail>, 'state'>[] }
const waitingIn = ({ emails }: History) => emails.filter(({ state }) => state === 'queued').length

/** What else can change on its own: `state` serialized, and when to poll. */
type Moving<H> = { state: (history: H) => string; lookAgainMs: (history: H) => number | undefined }

/** The emails and history of a document; polled while an email is queued. */
export const useDocumentHistory = <H extends History>(
  path: string,
  id: number,
  read: (signal: AbortSignal) => Promise<H>,
  moving?: Moving<H>,
) => {
  const client = useQueryClient()
  const queryKey = [path, 'history', id]
  return useQuery<H>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<H>(queryKey)
      const now = await read(signal)
      // The row shows the state of the last email, so the list is refreshed with it.
      if (before && waitingIn(before) !== waitingIn(now)) void client.invalidateQueries({ queryKey: [path, 'rows'] })
      if (before && moving && moving.state(before) !== moving.state(now))
        for (const part of ['rows', 'summary', 'one']) void client.invalidateQueries({ queryKey: [path, part] })
      return now
    },
    refetchInterval: ({ state: { data } }) => (data && waitingIn(data) > 0 ? lookAgainMs : ((data && moving?.lookAgainMs(data)) ?? false)),
  })
}
