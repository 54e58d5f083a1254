import type { RefObject } from 'react'
import type { EstimateWire } from '#shared/api/estimates.ts'
import { call } from '#web/lib/api.ts'
import { runMutation } from '#web/lib/deed.ts'
import { ActionMenu } from '#web/paper/action-menu.tsx'
import { EmailsList } from '#web/paper/emails-list.tsx'
import { HistoryList, mergeHistory } from '#web/paper/history-list.tsx'
import { PanelSection } from '#web/paper/panel-section.tsx'
import { DocumentPanel } from '#web/paper/paper-panel.tsx'
import { useDocument, useDocumentHistory } from '#web/paper/use-record.ts'
import { LoadError } from '#web/ui/state.tsx'
import { estimateActions, useRun } from './actions.ts'
import { listEstimates, readEstimate, readHistory, retryEmail } from './calls.ts'
import { PanelSummary } from './panel-summary.tsx'
import { useRefreshEstimates } from './use-refresh.ts'

/** One estimate as it is now; a card of the list stands in until it is here. */
const useEstimate = (id: number, listed: EstimateWire | undefined) =>
  useDocument(listEstimates.path, id, listed, (signal) => call(readEstimate, { params: { id }, signal }))

/** Its e-mails and history. */
const useHistory = (id: number) => useDocumentHistory(listEstimates.path, id, (signal) => call(readHistory, { params: { id }, signal }))

type Props = {
  id: number
  /** The same estimate as the list has it, if it has. */
  listed: EstimateWire | undefined
  close: () => void
  /** Told which estimate is shown, for the page's keys. */
  shown: RefObject<EstimateWire | undefined>
}

/** One estimate beside the list: what it comes to, what the customer answered, its e-mails, and all that happened to it. */
export default function EstimatePanel({ id, listed, close, shown }: Props) {
  const run = useRun()
  return (
    <DocumentPanel
      noun="estimate"
      id={id}
      record={useEstimate(id, listed)}
      numberOf={({ estimateNumber }) => estimateNumber}
      menu={(estimate) => (
        <ActionMenu actions={estimateActions} doc={estimate} number={estimate.estimateNumber} run={run} without={['history']} />
      )}
      close={close}
      shown={shown}
    >
      {(estimate) => (
        <>
          <PanelSummary estimate={estimate} />
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
      <PanelSection title="E-mails" rows={data?.emails} empty="No e-mails yet.">
        {(emails) => (
          <EmailsList
            emails={emails}
            retry={(emailId) => runMutation((request) => call(retryEmail, { params: { id, emailId }, ...request }))}
            refresh={refresh}
          />
        )}
      </PanelSection>
      <PanelSection title="History" rows={data && mergeHistory(data.events)} empty="Nothing has happened yet.">
        {(events) => <HistoryList events={events} />}
      </PanelSection>
    </>
  )
}
