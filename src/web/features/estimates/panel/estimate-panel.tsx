import { Repeat } from 'lucide-react'
import type { RefObject } from 'react'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire, ListedEstimateWire } from '#shared/contract/estimates.ts'
import { EmailsList } from '#web/documents/email/emails-list.tsx'
import { ScheduledSendNotice } from '#web/documents/email/scheduled-send.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import { DocumentPanel } from '#web/documents/panel/document-panel.tsx'
import { mergeHistory, ShortHistory } from '#web/documents/panel/history-list.tsx'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { useDocument, useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { estimateActions, useRun } from '#web/features/estimates/actions/actions.ts'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'
import { estimateEmail } from '#web/features/estimates/email/estimate-email.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PanelSummary } from './panel-summary.tsx'
import { ProgressSection } from './progress-section.tsx'

/** A card of the list stands in while it loads. */
const useEstimate = (id: number, listed: ListedEstimateWire | undefined) =>
  useDocument<ListedEstimateWire | EstimateWire>(estimateEndpoints.list.path, id, listed, (signal) =>
    call(estimateEndpoints.one, { params: { id }, signal }),
  )

const useHistory = (id: number) =>
  useDocumentHistory(estimateEndpoints.list.path, id, (signal) => call(estimateEndpoints.history, { params: { id }, signal }))

type Props = {
  id: number
  listed: ListedEstimateWire | undefined
  close: () => void
  /** Receives the shown estimate, for the page's shortcuts. */
  documentRef: RefObject<ListedEstimateWire | undefined>
}

export default function EstimatePanel({ id, listed, close, documentRef }: Props) {
  const run = useRun()
  const refresh = useRefreshEstimates()
  return (
    <DocumentPanel
      noun="estimate"
      id={id}
      record={useEstimate(id, listed)}
      getNumber={({ estimateNumber }) => estimateNumber}
      menu={(estimate) => (
        <>
          <Button
            variant="ghost"
            size="icon"
            className="pointer-fine:size-8 text-muted hover:text-ink"
            title="Repeat…"
            aria-label={`Repeat ${estimate.estimateNumber}…`}
            onClick={() => run('repeat', estimate)}
          >
            <Repeat aria-hidden />
          </Button>
          <ActionMenu actions={estimateActions} doc={estimate} number={estimate.estimateNumber} run={run} without={['history']} />
        </>
      )}
      close={close}
      documentRef={documentRef}
    >
      {(estimate) => (
        <>
          <PanelSummary estimate={estimate} />
          <ScheduledSendNotice config={estimateEmail} doc={estimate} onChange={() => run('later', estimate)} refresh={refresh} />
          <ProgressSection estimate={estimate} />
          <Records key={id} id={id} />
        </>
      )}
    </DocumentPanel>
  )
}

const Records = ({ id }: { id: number }) => {
  const { data, error, refetch } = useHistory(id)
  const refresh = useRefreshEstimates()
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <>
      <PanelSection title="Emails" rows={data?.emails} empty="No emails yet.">
        {(emails) => (
          <EmailsList
            emails={emails}
            retry={(emailId) => runMutation((request) => call(estimateEndpoints.retryEmail, { params: { id, emailId }, ...request }))}
            refresh={refresh}
          />
        )}
      </PanelSection>
      <PanelSection title="History" rows={data && mergeHistory(data.events)} empty="No activity yet.">
        {(events) => <ShortHistory events={events} />}
      </PanelSection>
    </>
  )
}
