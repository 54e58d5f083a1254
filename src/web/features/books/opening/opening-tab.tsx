import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { HandCoins, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { LoadMore } from '#web/features/books/query/load-more.tsx'
import { openingBalancesQuery } from '#web/features/books/query/queries.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { OpeningRows } from './opening-rows.tsx'

const ImportDialog = lazy(() => import('#web/entity/imports/import-dialog.tsx'))
const loadDialog = () => import('./opening-dialog.tsx')

/** What customers owed when the business moved to Billfold. */
export const OpeningTab = () => {
  const { show, dialog } = useLazyDialog(loadDialog)
  const [importing, setImporting] = useState({ count: 0, open: false })
  const client = useQueryClient()
  const pages = useInfiniteQuery(openingBalancesQuery)
  const rows = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <div className="grid grid-cols-1">
      <PageHeader
        title="Opening balances"
        text="What customers owed when you moved to Billfold. It is not a sale, but is shown in receivables and statements, and is paid like an invoice."
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setImporting(({ count }) => ({ count: count + 1, open: true }))}>
              <Upload aria-hidden /> Import CSV
            </Button>
            <Button onClick={() => void show({})} onPointerEnter={() => void loadDialog().catch(() => {})}>
              <Plus aria-hidden /> Add opening balance
            </Button>
          </div>
        }
      />
      {pages.isError && !rows ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : !rows ? (
        <div role="status" aria-label="Loading the opening balances...">
          <TableSkeleton />
        </div>
      ) : rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={<HandCoins aria-hidden />}
            title="No opening balances yet"
            text="Enter each invoice that was unpaid on the day you moved, with the amount that was still open."
          />
        </Card>
      ) : (
        <>
          <Card className="overflow-hidden p-0 sm:p-0">
            <OpeningRows rows={rows} />
          </Card>
          <LoadMore pages={pages} />
        </>
      )}
      {dialog}
      {importing.count > 0 && (
        <Suspense>
          <ImportDialog
            kind="opening-balances"
            key={importing.count}
            open={importing.open}
            onClose={() => setImporting((was) => ({ ...was, open: false }))}
            onImported={() => void client.invalidateQueries()}
          />
        </Suspense>
      )}
    </div>
  )
}
