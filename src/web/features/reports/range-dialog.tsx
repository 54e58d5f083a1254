import { type FormEvent, useRef, useState } from 'react'
import { rangeQuery } from '#shared/contract/reports.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { Button } from '#web/ui/button.tsx'
import { RangeFields } from '#web/ui/date/range-fields.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'

type Props = { open: boolean; range: Range; choose: (range: Range) => void; onClose: () => void }
type Days = { from: string; to: string }

export default function RangeDialog({ open, range, choose, onClose }: Props) {
  const pick = (range: Range) => {
    choose(range)
    onClose()
  }
  return (
    <Modal title="Custom Date Range" size="sm" open={open} onClose={onClose}>
      <DaysForm initial={shownDays(range)} choose={pick} onClose={onClose} />
    </Modal>
  )
}

/** 'All time' has no dates worth editing. */
const shownDays = ({ from, to }: Range): Days => ({ from: from === allTime.from ? '' : from, to: to === allTime.to ? '' : to })

const DaysForm = ({ initial, choose, onClose }: { initial: Days; choose: Props['choose']; onClose: () => void }) => {
  const form = useRef<HTMLFormElement>(null)
  const [days, setDays] = useState(initial)
  const [errors, setErrors] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = rangeQuery.safeParse(days)
    if (parsed.success) return choose(parsed.data)
    const of = (name: keyof Days) => parsed.error.issues.find(({ path }) => path[0] === name)?.message
    const found = { from: of('from'), to: of('to') }
    setErrors(found)
    form.current?.querySelector<HTMLInputElement>(`[name=${found.from ? 'from' : 'to'}]`)?.focus()
  }
  const change = (typed: Days) => {
    setDays(typed)
    setErrors({})
  }
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Custom range">
      <div className="grid gap-4 sm:grid-cols-2">
        <RangeFields days={days} errors={errors} onChange={change} />
      </div>
      <ModalFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Show Report</Button>
      </ModalFooter>
    </form>
  )
}
