import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ExportState, getDownloadPath } from '#web/features/account/api/account-client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

const count = (n: number) => n.toLocaleString('en-US')
const files = (n: number) => `${count(n)} ${n === 1 ? 'file' : 'files'}`

type Props = {
  of: ExportState
  isOutOfSight: boolean
  again: () => void
  isBeginning: boolean
}

/** How far the archive is, and what became of it. */
export const ExportProgress = ({ of, isOutOfSight, again, isBeginning }: Props) => {
  const { state, filesDone, filesTotal, bytesSent } = of
  if (state === 'done')
    return (
      <p role="status" className="flex gap-2.5 text-good text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          Done: {files(filesDone)}, {formatFileSize(bytesSent)}. The archive is in your browser’s downloads.
        </span>
      </p>
    )
  if (state === 'failed')
    return (
      <div className="grid justify-items-start gap-3 rounded-lg bg-danger-soft px-4 py-3">
        <p role="alert" className="flex gap-2.5 text-danger text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            The download broke off{filesTotal > 0 && ` after ${count(filesDone)} of ${files(filesTotal)}`}. Throw away what arrived.
          </span>
        </p>
        <Button variant="secondary" size="sm" pending={isBeginning} onClick={again}>
          Try again
        </Button>
      </div>
    )
  const percent = filesTotal > 0 ? Math.floor((filesDone / filesTotal) * 100) : 0
  const isCounting = state === 'waiting' || filesTotal === 0
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{isCounting ? 'Starting the download...' : `${count(filesDone)} of ${files(filesTotal)}`}</span>
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
        {isOutOfSight ? 'The server can’t be reached to ask how far it is. ' : ''}
        {state === 'waiting' ? (
          <>
            Nothing happens?{' '}
            <a href={getDownloadPath(of)} download className="font-medium text-accent underline underline-offset-2">
              Start the download
            </a>
            . Only one runs at a time.
          </>
        ) : (
          'You may leave this page: your browser goes on with the download.'
        )}
      </p>
    </div>
  )
}
