import { Camera, FileText, Image, Paperclip } from 'lucide-react'
import { useId } from 'react'
import type { ReceiptFile } from '#modules/expenses/contract.ts'
import { receiptEndpoints } from '#modules/expenses/model.ts'
import { maxUploadBytes, receiptFileLabel, receiptFileTypes } from '#shared/uploads.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { useUpload } from '#web/lib/uploads/use-upload.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { UploadField } from '#web/ui/upload/upload-field.tsx'
import { UploadProgress } from '#web/ui/upload/upload-progress.tsx'

/** The server checks again. */
const getRejection = (files: readonly File[]): string | undefined => {
  if (files.length > 1) return 'Only one file can be attached. Combine several into a PDF.'
  for (const { name, size, type } of files) {
    if (size > maxUploadBytes) return `${name} is ${formatFileSize(size)}. The limit is 5 MB. Reduce its size and try again.`
    if (type && !receiptFileTypes.some((known) => known === type)) return `${name} can't be attached: only ${receiptFileLabel} can.`
  }
  return undefined
}

const getIdempotencyKey = (uploadURL: string) => `receipt:${new URL(uploadURL, location.origin).pathname.slice(-200)}`

const useReceiptUpload = (onTaken: (file: ReceiptFile) => void) =>
  useUpload({
    validate: getRejection,
    // The key makes a repeated call return the first response: an upload becomes one receipt.
    attach: (uploadURL, { name }, signal) =>
      call(receiptEndpoints.create, { body: { uploadURL, fileName: name }, idempotencyKey: getIdempotencyKey(uploadURL), signal }),
    onAttached: onTaken,
  })

type Props = { value: ReceiptFile | null; onChange: (file: ReceiptFile | null) => void }

export const ReceiptField = ({ value, onChange }: Props) => {
  const hint = useId()
  const upload = useReceiptUpload(onChange)
  const { sending } = upload
  return (
    <UploadField
      legend="Receipt"
      accept={receiptFileTypes}
      upload={upload}
      shows={value ? 'file' : sending ? 'sending' : 'empty'}
      takesDrops={!value && !sending}
      savesAfter
      status={value ? `${value.fileName} is attached` : ''}
    >
      {({ choose, takePhoto, isOver }) => (
        <div
          className={cx(
            'flex min-h-15 min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2.5',
            value ? 'border-line' : 'border-control border-dashed',
            isOver && 'border-accent bg-accent-soft',
          )}
        >
          {value ? (
            <Attached file={value} remove={() => onChange(null)} />
          ) : sending ? (
            <UploadProgress {...sending} />
          ) : (
            <>
              <Button variant="secondary" size="sm" onClick={choose} aria-describedby={hint}>
                <Paperclip />
                Attach a file
              </Button>
              {takePhoto && (
                <Button variant="secondary" size="sm" onClick={takePhoto}>
                  <Camera />
                  Take a photo
                </Button>
              )}
              <p id={hint} className="min-w-0 text-[0.8125rem] text-muted">
                An image or a PDF, at most 5 MB<span className="pointer-coarse:hidden">. Or drop it here.</span>
              </p>
            </>
          )}
        </div>
      )}
    </UploadField>
  )
}

const Attached = ({ file: { id, fileName, contentType, size }, remove }: { file: ReceiptFile; remove: () => void }) => {
  const Icon = contentType === 'application/pdf' ? FileText : Image
  return (
    <>
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-2.5">
        <Icon className="size-5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          <span className="block truncate text-sm" title={fileName} dir="auto">
            {fileName}
          </span>
          <span className="block text-[0.8125rem] text-muted">{formatFileSize(size)}</span>
        </span>
      </span>
      <span className="flex gap-2">
        <ButtonLink
          variant="secondary"
          size="sm"
          href={getEndpointUrl(receiptEndpoints.get, { params: { id } })}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`View ${fileName} (opens in a new tab)`}
        >
          View
        </ButtonLink>
        <Button variant="ghost" size="sm" onClick={remove} aria-label={`Remove ${fileName}`}>
          Remove
        </Button>
      </span>
    </>
  )
}
