import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { ExportProgress, type ExportState, getDownloadPath } from './export-progress.tsx'

const queryKey = [accountEndpoints.startExport.path]
const pollMs = 1000

/** The browser's download streams to disk and survives leaving the page. The native shell fetches the file itself. */
const startDownload = (created: ExportState) => {
  if (native.platform !== 'web') return void showDocument(getDownloadPath(created), 'billfold-export.zip')
  const link = document.createElement('a')
  link.href = getDownloadPath(created)
  link.download = ''
  link.click()
}

const isOpen = (state: ExportState['state'] | undefined) => state === 'waiting' || state === 'running'

/** The progress is kept while the user visits other pages. */
const useExport = () => {
  const client = useQueryClient()
  const watched = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(accountEndpoints.readExport, { params: { id: client.getQueryData<ExportState>(queryKey)!.id }, signal }),
    enabled: ({ state }) => state.data !== undefined && isOpen(state.data.state),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? pollMs : false),
    gcTime: Number.POSITIVE_INFINITY,
  })
  const start = useMutation({
    mutationFn: () => call(accountEndpoints.startExport, {}),
    onSuccess: (created) => {
      client.setQueryData(queryKey, created)
      startDownload(created)
    },
  })
  return {
    /** Since the page was loaded. */
    current: watched.data,
    /** The last poll failed. */
    isProgressUnknown: watched.isError && isOpen(watched.data?.state),
    start: () => start.isPending || start.mutate(),
    isStarting: start.isPending,
    error: start.error,
  }
}

export const ExportSection = () => {
  const { current, isProgressUnknown, start, isStarting, error } = useExport()
  const isRunning = current?.state === 'waiting' || current?.state === 'running'
  return (
    <Section
      id="data"
      title="Your data"
      text="All your data in one ZIP archive: customers, items, expenses, invoices, estimates and payments as CSV and JSON, invoices and estimates as PDFs, receipts, and your logo. Passwords and payment keys are not included."
    >
      <div className="grid gap-4">
        <FormError failure={error && !isStarting ? toFailure(error) : undefined} />
        {current && <ExportProgress of={current} isProgressUnknown={isProgressUnknown} retry={start} isStarting={isStarting} />}
        {!isRunning && current?.state !== 'failed' && (
          <div>
            <Button variant="secondary" pending={isStarting} onClick={start}>
              <Download aria-hidden /> Export all my data
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
