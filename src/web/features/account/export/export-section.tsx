import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { accountClient, type ExportState, getDownloadPath } from '#web/features/account/api/account-client.ts'
import { FormError } from '#web/features/account/form/form-parts.tsx'
import { Section } from '#web/features/account/form/section.tsx'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportProgress } from './export-progress.tsx'

const queryKey = [accountEndpoints.startExport.path]
const lookAgainMs = 1000

/** The browser's own download: it streams to the disk, and goes on when this page is left. The native shell has none, and fetches it itself. */
const startDownload = (made: ExportState) => {
  if (native.platform !== 'web') return void showDocument(getDownloadPath(made), 'billfold-export.zip')
  const link = document.createElement('a')
  link.href = getDownloadPath(made)
  link.download = ''
  link.click()
}

const isOpen = (state: ExportState['state'] | undefined) => state === 'waiting' || state === 'running'

/** Begins an export, hands it to the browser, and watches how far it is. Whoever leaves the page and comes back still sees it. */
const useExport = () => {
  const client = useQueryClient()
  const watched = useQuery({
    queryKey,
    queryFn: ({ signal }) => accountClient.readExport(client.getQueryData<ExportState>(queryKey)!.id, { signal }),
    enabled: ({ state }) => state.data !== undefined && isOpen(state.data.state),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? lookAgainMs : false),
    gcTime: Number.POSITIVE_INFINITY,
  })
  const begin = useMutation({
    mutationFn: accountClient.beginExport,
    onSuccess: (made) => {
      client.setQueryData(queryKey, made)
      startDownload(made)
    },
  })
  return {
    /** The last export of this visit. */
    current: watched.data,
    /** How far it is couldn't be asked the last time. */
    isOutOfSight: watched.isError && isOpen(watched.data?.state),
    begin: () => begin.isPending || begin.mutate(),
    isBeginning: begin.isPending,
    error: begin.error,
  }
}

/** Everything in one archive, for oneself or for another program. */
export const ExportSection = () => {
  const { current, isOutOfSight, begin, isBeginning, error } = useExport()
  const isUnderWay = current?.state === 'waiting' || current?.state === 'running'
  return (
    <Section
      id="data"
      title="Your data"
      text="Everything that is kept here, in one ZIP archive: customers, items, expenses, invoices, estimates and payments as tables (CSV) and as JSON, each invoice and estimate as a PDF, your receipts and your logo. Passwords and keys of payment providers are not in it."
    >
      <div className="grid gap-4">
        <FormError failure={error && !isBeginning ? toFailure(error) : undefined} />
        {current && <ExportProgress of={current} isOutOfSight={isOutOfSight} again={begin} isBeginning={isBeginning} />}
        {!isUnderWay && current?.state !== 'failed' && (
          <div>
            <Button variant="secondary" pending={isBeginning} onClick={begin}>
              <Download aria-hidden /> Export all my data
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
