import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import type { accountApi } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormError } from '#web/ui/form-failure.tsx'

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

const formatCount = (n: number) => n.toLocaleString('en-US')
const formatFiles = (n: number) => `${formatCount(n)} ${n === 1 ? 'file' : 'files'}`

type ExportState = WireReplyOf<(typeof accountApi)['readExport']>

const getDownloadPath = ({ id }: Pick<ExportState, 'id'>): string => getEndpointUrl(accountEndpoints.download, { params: { id } })

type Props = {
  of: ExportState
  isProgressUnknown: boolean
  retry: () => void
  isStarting: boolean
}

const ExportProgress = ({ of, isProgressUnknown, retry, isStarting }: Props) => {
  const { state, filesDone, filesTotal, bytesSent } = of
  if (state === 'done')
    return (
      <p role="status" className="flex gap-2.5 text-good text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          Done: {formatFiles(filesDone)}, {formatFileSize(bytesSent)}. The archive is in your browser’s downloads.
        </span>
      </p>
    )
  if (state === 'failed')
    return (
      <div className="grid justify-items-start gap-3 rounded-lg bg-danger-soft px-4 py-3">
        <p role="alert" className="flex gap-2.5 text-danger text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            The download failed{filesTotal > 0 && ` after ${formatCount(filesDone)} of ${formatFiles(filesTotal)}`}. Delete the incomplete
            file.
          </span>
        </p>
        <Button variant="secondary" size="sm" pending={isStarting} onClick={retry}>
          Try again
        </Button>
      </div>
    )
  const percent = filesTotal > 0 ? Math.floor((filesDone / filesTotal) * 100) : 0
  const isCounting = state === 'waiting' || filesTotal === 0
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{isCounting ? 'Starting the download...' : `${formatCount(filesDone)} of ${formatFiles(filesTotal)}`}</span>
        <span className="text-muted tabular-nums">{!isCounting && formatFileSize(bytesSent)}</span>
      </p>
      <span
        role="progressbar"
        aria-label="Exporting your data"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(isCounting ? {} : { 'aria-valuenow': percent })}
        className="block h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className={cx('block h-full rounded-full bg-accent transition-[width]', isCounting && 'motion-safe:animate-breathe')}
          style={{ width: isCounting ? '8%' : `${Math.max(percent, 1)}%` }}
        />
      </span>
      <p className="text-muted">
        {isProgressUnknown ? 'The server can’t be reached, so progress is unknown. ' : ''}
        {state === 'waiting' ? (
          <>
            Nothing happening?{' '}
            <a href={getDownloadPath(of)} download className="font-medium text-accent underline underline-offset-2">
              Start the download
            </a>
            . Only one runs at a time.
          </>
        ) : (
          'You can leave this page. The download continues in your browser.'
        )}
      </p>
    </div>
  )
}
