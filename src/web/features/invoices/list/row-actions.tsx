import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { ActionIcons } from '#web/documents/list/action-icons.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import { type ActionName, invoiceActions, useRun } from '#web/features/invoices/actions/actions.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'

type Props = {
  invoice: ListedInvoiceWire
  icons: readonly ActionName[]
  busy: ActionName | undefined
  /** This long menu often only fits beside its button. */
  menuSide?: 'bottom' | 'left' | undefined
  iconClassName?: string | undefined
}

export const RowActions = ({ invoice, icons, busy, menuSide, iconClassName }: Props) => {
  const run = useRun()
  const target = { actions: invoiceActions, doc: invoice, number: invoice.invoiceNumber, run }
  return (
    <div className="flex justify-end">
      <ActionIcons
        {...target}
        icons={icons}
        links={{ view: getEndpointUrl(invoiceEndpoints.pdf, { params: { id: invoice.id } }) }}
        busy={busy}
        iconClassName={iconClassName}
      />
      <ActionMenu {...target} side={menuSide} />
    </div>
  )
}
