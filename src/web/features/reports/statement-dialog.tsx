import type { ReportWire } from '#shared/api/reports.ts'
import { useDiscardGuard } from '../../paper/use-leaving.ts'
import { Modal } from '../../ui/modal.tsx'
import { formatRange } from './range-words.ts'
import { StatementEmails } from './statement-emails.tsx'
import { StatementForm } from './statement-form.tsx'

type Props = {
  customer: NonNullable<ReportWire['customer']>
  range: ReportWire['range']
  open: boolean
  onClose: () => void
}

/** Sends a customer his statement, and shows what became of those before. */
export default function StatementDialog({ customer, range, open, onClose }: Props) {
  const { leave, typed } = useDiscardGuard('Close without sending? Your message will be lost.', onClose)
  return (
    <Modal title="Send Statement" description={formatRange(range)} size="sm" open={open} onClose={leave} guard>
      <StatementEmails customerId={customer.id} />
      <StatementForm customer={customer} range={range} typed={typed} onClose={onClose} onCancel={leave} />
    </Modal>
  )
}
