import { type ComponentProps, lazy } from 'react'
import { CreateInvoiceDialog } from '#web/features/invoices/form/create-invoice-dialog.tsx'

const RepeatForm = lazy(async () => ({ default: (await import('#web/features/recurring-invoices/form/recurring-dialog.tsx')).RepeatForm }))

/** An invoice, or a recurring one once it is to be repeated: two features in one dialog. */
export default function NewInvoiceDialog(props: Omit<ComponentProps<typeof CreateInvoiceDialog>, 'RepeatForm'>) {
  return <CreateInvoiceDialog {...props} RepeatForm={RepeatForm} />
}
