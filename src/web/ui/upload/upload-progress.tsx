import type { UploadInProgress } from '#web/lib/uploads/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

export const UploadProgress = ({ file: { name }, fraction, waiting, cancel }: UploadInProgress) => {
  const percent = Math.round(fraction * 100)
  const state = waiting === 'retry' ? 'Trying again...' : percent < 100 ? `${percent}%` : waiting ? '' : 'Checking...'
  return (
    <>
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex items-baseline gap-2 text-sm">
          <span className="min-w-0 flex-1 truncate contain-inline-size" title={name} dir="auto">
            {name}
          </span>
          <span className="text-[0.8125rem] text-muted tabular-nums">{state}</span>
        </span>
        <span
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <span
            className={cx('block h-full rounded-full transition-[width]', waiting ? 'bg-muted' : 'bg-accent')}
            style={{ width: `${percent}%` }}
          />
        </span>
        {waiting === 'offline' && <span className="mt-1.5 block text-[0.8125rem] text-warn">{pausedMessage}</span>}
      </span>
      <Button variant="ghost" size="sm" onClick={cancel} aria-label={`Cancel the upload of ${name}`}>
        Cancel
      </Button>
    </>
  )
}

const pausedMessage = 'Paused: you are offline. The upload resumes automatically.'
