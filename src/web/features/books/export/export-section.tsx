import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type JournalFormat, journalFormats } from '#shared/books.ts'
import { type Day, day, isDay } from '#shared/dates.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { journalUrl } from '#web/features/books/query/queries.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { getToday } from '#web/lib/format/today.ts'
import { downloadFile } from '#web/lib/native/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { RangeFields } from '#web/ui/date/range-fields.tsx'
import { Field, Select } from '#web/ui/field.tsx'

type Span = 'all' | 'thisYear' | 'lastYear' | 'other'

const year = (of: number): Range => ({ from: day(`${of}-01-01`), to: day(`${of}-12-31`) })

/** Null for all time. */
const parseRange = (span: Exclude<Span, 'other'>, today: Day): Range | null => {
  const now = Number(today.slice(0, 4))
  return span === 'all' ? null : year(span === 'thisYear' ? now : now - 1)
}

const getDateProblem = ({ from, to }: { from: string; to: string }): { field: 'from' | 'to'; message: string } | undefined => {
  const isUsable = (text: string) => isDay(text) && text >= allTime.from && text <= allTime.to
  if (!isUsable(from)) return { field: 'from', message: 'Enter a start date' }
  if (!isUsable(to)) return { field: 'to', message: 'Enter an end date' }
  return from > to ? { field: 'to', message: 'The end date is before the start date' } : undefined
}

const formats: Record<JournalFormat, { label: string; hint: string; fileName: string }> = {
  hledger: { label: 'hledger', hint: 'Plain text for hledger and other plain-text accounting tools.', fileName: 'journal.journal' },
  csv: { label: 'CSV', hint: 'All columns, one row per posting, for spreadsheets.', fileName: 'journal.csv' },
  accounting: {
    label: 'CSV for accounting software',
    hint: 'Date, account, debit, credit, reference: the columns that accounting programs import.',
    fileName: 'journal.accounting.csv',
  },
}
const basisHints: Record<Basis, string> = {
  accrual: 'Income counts when invoiced.',
  cash: 'Income counts when paid.',
}

export const ExportSection = () => {
  const form = useRef<HTMLFormElement>(null)
  const [format, setFormat] = useState<JournalFormat>('hledger')
  const [basis, setBasis] = useState<Basis>('accrual')
  const [span, setSpan] = useState<Span>('all')
  const [typed, setTyped] = useState({ from: '', to: '' })
  const [problem, setProblem] = useState<ReturnType<typeof getDateProblem>>()
  const save = useMutation({
    mutationFn: (url: string) => downloadFile(url, formats[format].fileName),
    onError: (error) => toastFailed(error, 'The journal could not be exported.', 'Export Failed'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = span === 'other' ? getDateProblem(typed) : undefined
    setProblem(found)
    if (found) return form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus()
    const range = span === 'other' ? { from: day(typed.from), to: day(typed.to) } : parseRange(span, getToday())
    save.mutate(journalUrl({ format, basis, range }))
  }
  const change = (days: typeof typed) => {
    setTyped(days)
    setProblem(undefined)
  }
  return (
    <section aria-labelledby="export-journal">
      <Card className="sm:p-6">
        <CardTitle id="export-journal">Export journal</CardTitle>
        <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
          Your invoices, payments, refunds, expenses and sales tax as double-entry bookkeeping. Always matches your reports.
        </p>
        <form ref={form} noValidate onSubmit={submit} aria-labelledby="export-journal" className="mt-4 grid gap-4 sm:grid-cols-3">
          <Field label="Format" hint={formats[format].hint}>
            <Select value={format} onChange={({ target }) => setFormat(target.value as JournalFormat)}>
              {journalFormats.map((value) => (
                <option key={value} value={value}>
                  {formats[value].label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Basis" hint={basisHints[basis]}>
            <Select value={basis} onChange={({ target }) => setBasis(target.value as Basis)}>
              <option value="accrual">Accrual</option>
              <option value="cash">Cash</option>
            </Select>
          </Field>
          <Field label="Period">
            <Select value={span} onChange={({ target }) => setSpan(target.value as Span)}>
              <option value="all">All time</option>
              <option value="thisYear">{getToday().slice(0, 4)}</option>
              <option value="lastYear">{Number(getToday().slice(0, 4)) - 1}</option>
              <option value="other">Custom range</option>
            </Select>
          </Field>
          {span === 'other' && (
            <div className="grid gap-4 sm:col-span-3 sm:grid-cols-3">
              <RangeFields days={typed} errors={problem ? { [problem.field]: problem.message } : {}} onChange={change} />
            </div>
          )}
          <div className="sm:col-span-3">
            <Button type="submit" className="max-sm:w-full" pending={save.isPending}>
              {!save.isPending && <Download aria-hidden />} Export journal
            </Button>
          </div>
        </form>
      </Card>
    </section>
  )
}
