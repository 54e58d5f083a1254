import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { maxImportRows } from '#shared/contract/imports.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { maxFileBytes } from './decode-file.ts'
import type { FileError } from './file-error.ts'
import { importTexts } from './import-texts.ts'
import { saveCsv } from './save-csv.ts'

const saveExample = (kind: ImportKind): void => saveCsv(`${kind}-example.csv`, importTexts[kind].example)

type Props = {
  kind: ImportKind
  problem: { error: FileError; file: File } | undefined
  onFile: (file: File, encoding?: 'windows-1252') => void
}

export const ChooseFile = ({ kind, problem, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hint = useId()
  // When the dialog opens, it manages the focus itself.
  const wasRefused = problem !== undefined
  useEffect(() => {
    if (wasRefused) button.current?.focus()
  }, [wasRefused])
  const onDrag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  const onDrop = (event: DragEvent) => {
    onDrag(false)(event)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div className="grid gap-4">
      {problem && (
        <div role="alert" className="grid justify-items-start gap-2 rounded-md bg-danger-soft px-4 py-3 text-sm">
          <p>
            <strong className="font-medium [overflow-wrap:anywhere]">{problem.file.name}</strong> was not imported. {problem.error.message}
          </p>
          {problem.error.mayBeWindows1252 && (
            <Button variant="secondary" size="sm" onClick={() => onFile(problem.file, 'windows-1252')}>
              Read it as Windows-1252
            </Button>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside, which works by keyboard */}
      <div
        onDragEnter={onDrag(true)}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={onDrop}
        className={cx(
          'grid justify-items-center gap-3 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-control',
        )}
      >
        <FileUp className="size-8 text-muted" aria-hidden />
        <Button ref={button} onClick={() => input.current?.click()} aria-describedby={hint}>
          Choose a file
        </Button>
        <p className="text-muted text-sm max-sm:hidden">or drop it here</p>
        <p id={hint} className="max-w-md text-muted text-sm">
          CSV from Billfold, Invoice Ninja, FreshBooks, Wave, Zoho, QuickBooks or any spreadsheet: up to{' '}
          {maxImportRows.toLocaleString('en')} rows and {maxFileBytes / 1_048_576} MB. You can review everything before it is imported.
        </p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Lets the same file be chosen again after it was fixed.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
      <p className="text-muted text-sm">
        Not sure about the format?{' '}
        <button
          type="button"
          className="text-accent underline underline-offset-2 hover:text-accent-strong pointer-coarse:min-h-11"
          onClick={() => saveExample(kind)}
        >
          Download an example
        </button>
      </p>
    </div>
  )
}
