import { Plus, ReceiptText } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { DocumentFilters } from '#web/documents/list/document-filters.tsx'
import { DocumentListPage } from '#web/documents/list/document-list-page.tsx'
import { InvoiceTabs } from '#web/documents/list/invoice-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useRowKeys } from '#web/documents/list/use-row-keys.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useNewCreditNote } from '#web/lib/dialogs/new-credit-note.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { creditNoteActions, RunContext } from './actions/actions.ts'
import { creditNoteList, creditNoteOffers, statusFilters } from './list/credit-note-list.ts'
import { CreditNoteRows } from './list/credit-note-rows.tsx'
import { useCreditNoteActions } from './use-credit-note-actions.tsx'

const RowsSkeleton = () => (
  <div aria-hidden className="divide-y divide-line rounded-lg border border-line bg-surface">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="flex items-center justify-between gap-4 px-4 py-3">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-6 w-24" />
      </div>
    ))}
  </div>
)

const loadPanel = () => import('./panel/credit-note-panel.tsx')
const CreditNotePanel = lazy(loadPanel)

/** Most are issued at their invoice; those without an invoice are issued here. */
export default function CreditNotesPage() {
  useEffect(() => preloadWhenIdle(loadPanel), [])
  const openNewCreditNote = useNewCreditNote()
  const documents = useDocumentList(creditNoteList, creditNoteOffers)
  const { address, list, rows, panelRoute, isNarrowed } = documents
  const { run, dialogs } = useCreditNoteActions({ open: panelRoute.open })
  useRowKeys({ documents, actions: creditNoteActions, run })

  return (
    <RunContext value={run}>
      <DocumentListPage
        documents={documents}
        label="Credit notes"
        head={
          <>
            <InvoiceTabs />
            <div className="mb-4 flex justify-end print:hidden">
              <Button onClick={() => void openNewCreditNote({})}>
                <Plus aria-hidden /> New credit note
              </Button>
            </div>
            <DocumentFilters
              noun="credit note"
              path={creditNoteList.path}
              placeholder="Search credit notes..."
              address={address}
              statuses={statusFilters}
              statusSums={documents.statusSums}
              sorts={creditNoteOffers.sorts}
              sortClassName="sm:flex-none sm:min-w-40"
              canExport={rows.length > 0}
            />
          </>
        }
        panel={(id) => (
          <CreditNotePanel id={id} listed={documents.openRow} close={() => panelRoute.close()} documentRef={documents.panelDocument} />
        )}
      >
        <EntityList
          noun="credit note"
          list={list}
          skeleton={<RowsSkeleton />}
          icon={<ReceiptText aria-hidden />}
          nothing="No credit notes found"
          hint={
            isNarrowed
              ? 'No credit notes match your current filters.'
              : 'To correct an invoice that was sent, open it and choose Credit… A new credit note here gives a customer credit without an invoice.'
          }
          rows={(part) => <CreditNoteRows creditNotes={part} openId={panelRoute.openId} />}
          caption={({ count, total = '0' }) => (
            <>
              <span>{`${count.toLocaleString('en-US')} ${count === 1 ? 'credit note' : 'credit notes'}`}</span>
              <span>
                Total{' '}
                <span className="font-medium text-ink">
                  <HomeMoney amount={total} />
                </span>
              </span>
            </>
          )}
        >
          {isNarrowed && (
            <Button variant="secondary" onClick={documents.showAll}>
              Show all credit notes
            </Button>
          )}
        </EntityList>
      </DocumentListPage>
      {dialogs}
    </RunContext>
  )
}
