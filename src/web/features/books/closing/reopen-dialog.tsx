import { useQueryClient } from '@tanstack/react-query'
import { textField } from '#model/action.ts'
import { type BookClosingWire, reopenInput } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import { formatDay } from '#shared/dates.ts'
import { refreshClosings } from '#web/features/books/query/queries.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { call } from '#web/lib/api/client.ts'

const fields = { reason: textField('Reason', { hint: 'Kept in the list of closings.', placeholder: 'e.g. an invoice was missing' }) }

type Props = {
  closing: BookClosingWire
  /** Through which day the books stay closed. */
  before: string | null
  open: boolean
  onClose: () => void
}

export default function ReopenDialog({ closing: { id, throughDay }, before, open, onClose }: Props) {
  const client = useQueryClient()
  return (
    <ActionDialog
      title={`Reopen books closed through ${formatDay(throughDay)}`}
      description={before ? `The books stay closed through ${formatDay(before)}.` : 'All days can be changed again.'}
      question="Discard your reason? The books stay closed."
      label="Reopen the books"
      noun="reason"
      fields={fields}
      schema={reopenInput}
      send={['Reopen', 'Reopening...']}
      waiting="The books will be reopened when you are back online."
      save={(body, request) => call(booksEndpoints.reopen, { params: { id }, body, ...request })}
      done={() => ({ title: 'Success', description: `Reopened the books closed through ${formatDay(throughDay)}` })}
      refresh={() => refreshClosings(client)}
      {...{ open, onClose }}
    />
  )
}
