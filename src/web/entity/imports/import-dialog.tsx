import { CircleCheck } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { RowError } from '#modules/imports/rows.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnsStep, DownloadSkipped, StepHeading } from './columns-step.tsx'
import { formatCount, formatImportResult, formatKind, formatSkippedRows } from './import-texts.ts'
import { type ParsedFile, useFileReader } from './use-file-reader.ts'
import { useImportRequest } from './use-import-request.ts'
import { type ColumnMapping, getImportChoices, type ImportChoices, useColumnMapping } from './use-mapping.ts'

type Props = {
  kind: ImportKind
  open: boolean
  onClose: () => void
  onImported: () => void
}

const countRows = (errors: readonly RowError[]) => new Set(errors.map(({ line }) => line)).size

const ImportDialog = ({ kind, open, onClose, onImported }: Props) => {
  const [chosen, setChosen] = useState<{ file: ParsedFile | undefined; choices: ImportChoices | undefined }>({
    file: undefined,
    choices: undefined,
  })
  const sending = useImportRequest(open, onImported)
  const { reading, read } = useFileReader((file) =>
    setChosen(({ choices }) => ({ file, choices: getImportChoices(kind, file.table, choices) })),
  )
  const { file, choices } = chosen
  const problem = reading?.problem && { error: reading.problem, file: reading.file }
  const forget = (next: typeof chosen) => {
    sending.forget()
    setChosen(next)
  }

  const step = () => {
    if (sending.result)
      return (
        <Done message={formatImportResult(kind, sending.result)} onClose={onClose}>
          {file && sending.skipped.length > 0 && (
            <>
              <p className="text-muted text-sm">{formatSkippedRows(countRows(sending.skipped))}</p>
              <DownloadSkipped file={file} errors={sending.skipped} />
            </>
          )}
        </Done>
      )
    if (reading && !problem) return <Busy label={`Reading ${reading.file.name}…`} done={reading.done} />
    if (!file || !choices || problem) return <ChooseFile key={problem?.file.name} kind={kind} problem={problem} onFile={read} />
    return (
      <Review
        kind={kind}
        file={file}
        choices={choices}
        sending={sending}
        onChange={(next) => forget({ file, choices: next })}
        onBack={() => forget({ file: undefined, choices })}
      />
    )
  }
  return (
    <Modal title={`Import ${formatKind(kind)}`} open={open} onClose={onClose} size="xl" guard={file !== undefined && !sending.result}>
      {step()}
    </Modal>
  )
}

type ReviewProps = {
  kind: ImportKind
  file: ParsedFile
  choices: ImportChoices
  sending: ReturnType<typeof useImportRequest>
  onChange: (choices: ImportChoices) => void
  onBack: () => void
}

const Review = ({ kind, file, choices, sending, onChange, onBack }: ReviewProps) => {
  const mapping = useColumnMapping(kind, file.table, choices)
  const { checked, plan } = mapping
  // Some rows only the server can reject. It lists a limited number; they can be skipped only if it listed all of them.
  const refused = sending.failure && sending.failure.errors.length === sending.failure.total ? sending.failure.errors : []
  const bad = [...(checked?.errors ?? []), ...refused]
  const skipped = [...bad, ...(checked?.leftOut ?? [])]
  const refusedLines = new Set(refused.map(({ line }) => line))
  const rows = checked?.good.filter(({ line }) => !refusedLines.has(line)) ?? []
  const badRows = countRows(bad)
  const obstacle = getObstacle(mapping, rows.length)
  const isReady = checked !== undefined && obstacle === undefined
  const summary = useRef<HTMLElement>(null)
  const start = () => {
    if (!checked || !isReady) return
    const { skipExisting, unknownCustomersEmpty } = choices.options
    const unknownCustomers = unknownCustomersEmpty ? 'empty' : 'refuse'
    sending.send(plan, { rows, skipExisting, ...(kind === 'expenses' ? { unknownCustomers } : {}) }, skipped)
  }
  // The server's work is the last tenth of the bar.
  if (sending.progress !== undefined)
    return (
      <Busy
        label={sending.progress < 1 ? 'Sending…' : 'Saving…'}
        done={sending.progress * 0.9}
        heading={`Importing ${formatCount(rows.length, kind)}`}
      >
        <SavePendingNotice saves={sending.saves} message="The import continues when you are back online." />
      </Busy>
    )
  return (
    <>
      <ColumnsStep file={file} choices={choices} mapping={mapping} failure={sending.failure} onChange={onChange} summary={summary} />
      <ModalFooter>
        {(obstacle || badRows > 0) && (
          <button
            type="button"
            className="mr-auto min-h-6 text-left text-danger text-sm underline underline-offset-2 max-sm:w-full pointer-coarse:min-h-11"
            onClick={() => summary.current?.focus()}
          >
            {obstacle ?? `${formatCount(badRows, 'rows')} with problems`}
          </button>
        )}
        <Button variant="secondary" onClick={onBack}>
          Choose another file
        </Button>
        <Button onClick={start} disabled={!isReady}>
          {!isReady
            ? `Import ${formatCount(file.table.rows.length, kind)}`
            : badRows > 0
              ? `Import ${formatCount(rows.length, 'rows')}, skip ${countRows(skipped).toLocaleString('en')}`
              : `Import ${formatCount(rows.length, kind)}`}
        </Button>
      </ModalFooter>
    </>
  )
}

const getObstacle = ({ missing, unanswered, checked, fileProblem }: ColumnMapping, goodRows: number): string | undefined => {
  if (fileProblem) return 'This file can’t be imported like this'
  if (missing.length > 0) return `${missing.join(', ')}: no column yet`
  if (unanswered.days) return 'Month or day first?'
  if (unanswered.amount) return 'Thousands or decimals?'
  if (unanswered.cost) return 'Which amounts are costs?'
  if (checked && goodRows === 0)
    return checked.badRows === 0
      ? 'Every row is left out'
      : checked.leftOut.length === 0
        ? 'Every row has a problem'
        : 'No row is left to import'
  return undefined
}

const Busy = ({ label, done, heading, children }: { label: string; done: number; heading?: string; children?: ReactNode }) => (
  <div className="grid gap-4 py-10">
    {heading && <StepHeading>{heading}</StepHeading>}
    <ProgressBar label={label} done={done} />
    {children}
  </div>
)

const Done = ({ message, onClose, children }: { message: string; onClose: () => void; children: ReactNode }) => (
  <div className="grid justify-items-center gap-3 pt-10 text-center">
    <CircleCheck className="size-10 text-good" aria-hidden />
    <StepHeading>{message}</StepHeading>
    {children}
    <Button className="mt-4 mb-6" onClick={onClose}>
      Close
    </Button>
  </div>
)

export default ImportDialog
