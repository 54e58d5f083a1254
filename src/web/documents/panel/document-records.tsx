import type { ReactNode } from 'react'
import { EmailsList } from '#web/documents/email/emails-list.tsx'
import type { DocumentEndpoints } from '#web/documents/list/document-kind.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { HistorySection } from './history-list.tsx'
import { PanelSection } from './panel-section.tsx'
import { type HistoryOf, type Polling, useDocumentHistory } from './use-document.ts'

type Props<E extends DocumentEndpoints> = {
  endpoints: E
  id: number
  refresh: () => Promise<unknown>
  polling?: Polling<HistoryOf<E>>
  /** Shown above the error. */
  whenFailed?: ReactNode
  children?: (history: HistoryOf<E> | undefined) => ReactNode
}

/** What the history brings: the sections of the type, and the document's emails and events. */
export const DocumentRecords = <E extends DocumentEndpoints>(props: Props<E>) => {
  const { endpoints, id, refresh, polling, whenFailed, children } = props
  const { retryEmail }: DocumentEndpoints = endpoints
  const { data, error, refetch } = useDocumentHistory(endpoints, id, polling)
  if (error && !data)
    return (
      <>
        {whenFailed}
        <LoadError error={error} retry={() => void refetch()} />
      </>
    )
  return (
    <>
      {children?.(data)}
      <PanelSection title="Emails" rows={data?.emails} empty="No emails yet.">
        {(emails) => (
          <EmailsList
            emails={emails}
            retry={(emailId) => runMutation((request) => call(retryEmail, { params: { id, emailId }, ...request }))}
            refresh={refresh}
          />
        )}
      </PanelSection>
      <HistorySection events={data?.events} />
    </>
  )
}
