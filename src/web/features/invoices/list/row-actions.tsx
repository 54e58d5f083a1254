import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { ActionIcons } from '#web/documents/list/action-icons.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import { type ActionName, invoiceActions, useRun } from '#web/features/invoices/actions.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'

type Props = {
  invoice: InvoiceWire
  /** Which of them stand in the row; the menu has them all. */
  icons: readonly ActionName[]
  /** What is under way with this invoice. */
  busy: ActionName | undefined
  /** Where the menu opens: on a phone a list as long as this one only fits beside its button. */
  menuSide?: 'bottom' | 'left' | undefined
  /** Icons that make room when there is little. */
  iconClassName?: string | undefined
}

/** What can be done with one invoice right now: the most used as icons, all of it in a menu. */
export const RowActions = ({ invoice, icons, busy, menuSide, iconClassName }: Props) => {
  const run = useRun()
  const which = { actions: invoiceActions, doc: invoice, number: invoice.invoiceNumber, run }
  return (
    <div className="flex justify-end">
      <ActionIcons
        {...which}
        icons={icons}
        links={{ view: getEndpointUrl(invoiceEndpoints.pdf, { params: { id: invoice.id } }) }}
        busy={busy}
        iconClassName={iconClassName}
      />
      <ActionMenu {...which} side={menuSide} />
    </div>
  )
}
