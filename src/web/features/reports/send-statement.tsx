import { Mail } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ReportWire } from '#shared/api/reports.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'

const load = () => import('./statement-dialog.tsx')

type Props = { customer: NonNullable<ReportWire['customer']>; range: ReportWire['range'] }

/** Opens the dialog that sends a customer his statement. */
export const SendStatement = ({ customer, range }: Props) => {
  const { part, fetch } = useOnDemand(load)
  const [opened, setOpened] = useState({ open: false, count: 0 })
  const close = useCallback(() => setOpened((was) => ({ ...was, open: false })), [])
  const show = async () => {
    if (await fetch()) setOpened(({ count }) => ({ open: true, count: count + 1 }))
  }
  return (
    <>
      <Button variant="secondary" className="max-sm:w-full print:hidden" onClick={() => void show()}>
        <Mail aria-hidden /> Send by Email
      </Button>
      {part && opened.count > 0 && <part.default key={opened.count} customer={customer} range={range} open={opened.open} onClose={close} />}
    </>
  )
}
