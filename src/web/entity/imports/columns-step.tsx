import { CircleAlert, CircleCheck, CircleMinus, Download } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isClearlyAmount } from '#modules/imports/amounts.ts'
import { looksLikeDay } from '#modules/imports/days.ts'
import type { RowError } from '#modules/imports/rows.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ColumnList } from './column-list.tsx'
import { ImportOptionFields } from './import-option-fields.tsx'
import { formatCount } from './import-texts.ts'
import { Preview } from './preview.tsx'
import { ProblemTable } from './problem-table.tsx'
import { saveCsv } from './save-csv.ts'
import { SimilarRows } from './similar-rows.tsx'
import type { ParsedFile } from './use-file-reader.ts'
import type { ImportFailure } from './use-import-request.ts'
import type { ColumnMapping, ImportChoices } from './use-mapping.ts'

const buildSkippedRows = ({ table: { headers, rows } }: Pick<ParsedFile, 'table'>, errors: readonly RowError[]): string[][] => {
  const problems = new Map<number, string[]>()
  for (const { line, message } of errors) problems.set(line, [...(problems.get(line) ?? []), message])
  // A row may have more cells than there are columns, which may be its problem.
  const width = Math.max(headers.length, ...rows.filter(({ line }) => problems.has(line)).map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '')
  return [
    [...padded(headers), 'Problem'],
    ...rows.flatMap(({ line, cells }) => (problems.has(line) ? [[...padded(cells), problems.get(line)!.join('; ')]] : [])),
  ]
}

export const DownloadSkipped = ({ file, errors }: { file: ParsedFile; errors: readonly RowError[] }) => (
  <Button
    variant="secondary"
    size="sm"
    onClick={() => saveCsv(`skipped-rows-of-${file.name.replace(/\.\w+$/, '')}.csv`, buildSkippedRows(file, errors))}
  >
    <Download aria-hidden /> Download skipped rows
  </Button>
)

/** Takes the focus, so that screen readers announce the step. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
      {children}
    </h3>
  )
}

type Props = {
  file: ParsedFile
  choices: ImportChoices
  mapping: ColumnMapping
  failure: ImportFailure | undefined
  onChange: (choices: ImportChoices) => void
  summary: RefObject<HTMLElement | null>
}

export const ColumnsStep = ({ file, choices, mapping, failure, onChange, summary }: Props) => {
  const { kind } = mapping.plan
  const { fileProblem } = mapping
  const { table } = file
  return (
    <div className="grid min-w-0 gap-6">
      <div>
        <StepHeading>Match the columns</StepHeading>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {file.name}: {formatCount(table.rows.length, 'rows')}, {formatCount(table.headers.length, 'columns')}. Nothing is imported until
          you confirm.
        </p>
      </div>
      {fileProblem && (
        <section ref={summary} tabIndex={-1} className="outline-none" aria-label="Why this file is not imported">
          <Note>{fileProblem}</Note>
        </section>
      )}
      {failure && <Failure failure={failure} fileName={file.name} />}
      {table.headers.some((header) => header.includes('@') || isClearlyAmount(header) || looksLikeDay(header)) && (
        <Note>The first line looks like a record, but it is used for the column names. Add a line of names above it.</Note>
      )}
      <ColumnList
        kind={kind}
        table={table}
        guesses={choices.guesses}
        columns={choices.columns}
        telling={mapping.plan.telling}
        onChange={(columns) => onChange({ ...choices, columns })}
      />
      <ImportOptionFields choices={choices} mapping={mapping} onChange={onChange} />
      <section
        ref={fileProblem ? undefined : summary}
        tabIndex={-1}
        className="grid min-w-0 gap-3 outline-none"
        aria-label="Import preview"
      >
        {!fileProblem && <Preview table={table} mapping={mapping} />}
        <Verdict mapping={mapping} file={file} />
        {kind === 'customers' && mapping.missing.length === 0 && mapping.checked && (
          <SimilarRows rows={mapping.checked.good} skipExisting={choices.options.skipExisting} />
        )}
      </section>
    </div>
  )
}

const Verdict = ({ mapping, file }: { mapping: ColumnMapping; file: ParsedFile }) => {
  const { missing, checked, fileProblem, progress } = mapping
  // What speaks against the file is why the amount has no column.
  const needed = fileProblem ? missing.filter((label) => label !== 'Open amount') : missing
  if (needed.length > 0) return <Note>Choose a column for {needed.map((label) => `“${label}”`).join(' and ')} above: it is required.</Note>
  if (fileProblem) return null
  const open = findQuestions(mapping)
  const question = open.length > 0 && <Note>Choose above {new Intl.ListFormat('en').format(open)}.</Note>
  if (question && checked?.badRows === 0) return question
  if (!checked) return <ProgressBar label={`Checking ${formatCount(file.table.rows.length, 'rows')}…`} done={progress} />
  const { good, badRows, leftOut } = checked
  const all = [...checked.errors, ...leftOut]
  return (
    <div className="grid min-w-0 gap-3">
      {question}
      {badRows > 0 ? (
        <>
          <p role="status" className="flex items-start gap-2 text-danger text-sm">
            <CircleAlert className="mt-px size-4.5 shrink-0" aria-hidden />
            <span>
              {formatCount(good.length, 'rows')} {good.length === 1 ? 'is' : 'are'} fine, {badRows.toLocaleString('en')}{' '}
              {badRows === 1 ? 'has a problem' : 'have problems'}. Fix the file and choose it again, or skip{' '}
              {badRows === 1 ? 'this row' : 'these rows'}.
            </span>
          </p>
          <ProblemTable errors={checked.errors} fileName={file.name} />
        </>
      ) : (
        good.length > 0 && (
          <p role="status" className="flex items-center gap-2 text-good text-sm">
            <CircleCheck className="size-4.5 shrink-0" aria-hidden />
            {describeGoodRows(good.length, leftOut.length)}
          </p>
        )
      )}
      {leftOut.length > 0 && (
        <>
          <p role="status" className="flex items-start gap-2 text-sm">
            <CircleMinus className="mt-px size-4.5 shrink-0 text-muted" aria-hidden />
            <span>
              {formatCount(leftOut.length, 'rows')} {leftOut.length === 1 ? 'is' : 'are'} left out:
            </span>
          </p>
          <ProblemTable errors={leftOut} fileName={file.name} areLeftOut />
        </>
      )}
      {all.length > 0 && (
        <div>
          <DownloadSkipped file={file} errors={all} />
        </div>
      )}
    </div>
  )
}

const describeGoodRows = (good: number, leftOut: number): string => {
  if (leftOut > 0) return `${formatCount(good, 'rows')} ${good === 1 ? 'is' : 'are'} fine.`
  return good === 1 ? 'The row is fine.' : `All ${formatCount(good, 'rows')} are fine.`
}

const findQuestions = ({ unanswered, questions }: ColumnMapping): string[] => [
  ...(unanswered.days ? ['whether the month or the day comes first in the dates'] : []),
  ...(unanswered.amount ? [`what ${questions.amount} means`] : []),
  ...(unanswered.cost ? ['which amounts are costs'] : []),
]

const Failure = ({ failure, fileName }: { failure: ImportFailure; fileName: string }) => (
  <div role="alert" className="grid min-w-0 gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm">
    <p>{failure.message}</p>
    {failure.errors.length > 0 && (
      <div className="min-w-0 rounded-lg bg-surface p-2">
        <ProblemTable errors={failure.errors} total={failure.total} fileName={fileName} />
      </div>
    )}
  </div>
)

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
    <CircleAlert className="mt-px size-4.5 shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)
