import { FileText, Image, Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReceiptFile } from '#shared/api/receipts.ts'
import { receiptFileTypes } from '#shared/uploads.ts'
import { showSize } from '../../lib/file-size.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useReceipt } from './use-receipt.ts'

type Props = { value: ReceiptFile | null; onChange: (file: ReceiptFile | null) => void }

/** A receipt to attach: chosen or dropped, uploaded at once, and shown by its name. Whatever goes wrong here leaves the rest of the form alone. */
export const ReceiptField = ({ value, onChange }: Props) => {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { send, sending, problem: refusal } = useReceipt(onChange)
  // The upload for which a save was held back: the hint goes with it.
  const [heldFor, setHeldFor] = useState<() => void>()
  const isHeld = sending && heldFor === sending.cancel
  const problem = isHeld ? 'The file is still on its way. Save again in a moment, or cancel it.' : refusal
  // The field is the form's last, and its foot may cover what is said below it.
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem) said.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  useFocusKept(box, value ? 'file' : sending ? 'sending' : 'empty')
  useSubmitHeld(box, Boolean(sending), () => setHeldFor(() => sending?.cancel))

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!value && !sending) void send([...event.dataTransfer.files])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover' && !value && !sending)
  }
  return (
    <fieldset ref={box} aria-describedby={problem ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Receipt</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button within does the same by keyboard */}
      <div
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drop}
        className={cx(
          'flex min-h-15 min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2.5',
          value ? 'border-line' : 'border-control border-dashed',
          over && 'border-accent bg-accent-soft',
        )}
      >
        {value ? (
          <Attached file={value} remove={() => onChange(null)} />
        ) : sending ? (
          <Progress {...sending} />
        ) : (
          <>
            <Button variant="secondary" size="sm" onClick={() => picker.current?.click()} aria-describedby={`${id}-hint`}>
              <Paperclip />
              Attach a file
            </Button>
            <p id={`${id}-hint`} className="min-w-0 text-[0.8125rem] text-muted">
              An image or a PDF, at most 5 MB<span className="pointer-coarse:hidden">. Or drop it here.</span>
            </p>
          </>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept={receiptFileTypes.join(',')}
          onChange={({ currentTarget }) => {
            void send([...(currentTarget.files ?? [])])
            // The same file may be chosen again after a failure.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {value ? `${value.fileName} is attached` : sending ? `Uploading ${sending.name}` : ''}
      </p>
      {problem && (
        <p ref={said} id={`${id}-error`} role="alert" className="scroll-mb-24 text-[0.8125rem] text-danger [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
    </fieldset>
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
          <span className="block text-[0.8125rem] text-muted">{showSize(size)}</span>
        </span>
      </span>
      <span className="flex gap-2">
        <ButtonLink
          variant="secondary"
          size="sm"
          href={`/api/receipts/${id}`}
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

const Progress = ({ name, fraction, cancel }: { name: string; fraction: number; cancel: () => void }) => {
  const percent = Math.round(fraction * 100)
  return (
    <>
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex items-baseline gap-2 text-sm">
          <span className="min-w-0 flex-1 truncate" title={name} dir="auto">
            {name}
          </span>
          <span className="text-[0.8125rem] text-muted tabular-nums">{percent < 100 ? `${percent}%` : 'Checking...'}</span>
        </span>
        <span
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <span className="block h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
        </span>
      </span>
      <Button variant="ghost" size="sm" onClick={cancel} aria-label={`Cancel the upload of ${name}`}>
        Cancel
      </Button>
    </>
  )
}

/** When what had the focus makes room for something else, the focus stays in the field. */
const useFocusKept = (box: { current: HTMLElement | null }, shows: string) => {
  const shown = useRef(shows)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      hadFocus.current = Boolean(box.current?.contains(document.activeElement))
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [box])
  useLayoutEffect(() => {
    if (shown.current === shows) return
    shown.current = shows
    if (hadFocus.current) box.current?.querySelector<HTMLElement>('a[href], button')?.focus()
  }, [box, shows])
}

/** While a file is on its way, its form isn't sent without it. */
const useSubmitHeld = (box: { current: HTMLElement | null }, held: boolean, tell: () => void) => {
  const said = useRef(tell)
  useEffect(() => {
    said.current = tell
  })
  useEffect(() => {
    const form = held ? box.current?.closest('form') : undefined
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      said.current()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [box, held])
}
