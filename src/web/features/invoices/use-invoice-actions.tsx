import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { toSafeFileName } from '#shared/file-names.ts'
import { alreadyPaid } from '#shared/invoice-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { useDocumentActions } from '#web/documents/actions/use-document-actions.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { printPdf } from '#web/documents/list/print-pdf.ts'
import { useDeleteDocument } from '#web/documents/list/use-delete-document.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { call, getEndpointUrl, getServerMessage } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { native } from '#web/lib/native/native.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { hasWriteOff, invoices } from './actions/invoice-kind.ts'
import { usePaymentLink } from './actions/use-payment-link.ts'

const loadEdit = () => import('./form/edit-invoice-dialog.tsx')
const loadPayment = () => import('./form/record-payment-dialog.tsx')
const loadCredit = () => import('./form/credit-dialog.tsx')
const loadDeposit = () => import('./form/deposit-dialog.tsx')
const loadSchedule = () => import('./form/schedule-dialog.tsx')
const loadReminder = () => import('./form/reminder-dialog.tsx')
const loadWriteOff = () => import('./form/write-off-dialog.tsx')

const printDelayMs = 500

const issues = 'Issue this invoice? Only an issued invoice has a payment link. It is marked as sent, and no email goes out.'

const toastError = (title: string, description: string, detail?: string) => toast({ title, description, detail, variant: 'destructive' })

const saveJson = async ({ id, invoiceNumber }: ListedInvoiceWire) => {
  try {
    const invoice = await call(invoiceEndpoints.one, { params: { id } })
    const text = `${JSON.stringify(invoice, null, 2)}\n`
    const where = await native.saveDocument(toSafeFileName(`invoice-${invoiceNumber}.json`), new Blob([text], { type: 'application/json' }))
    if (where) toast({ title: 'Success', description: 'Invoice saved as JSON', detail: where })
  } catch (error) {
    toastError('Error', `${invoiceNumber} could not be saved`, getServerMessage(error, toFailure(error as Error).message))
  }
}

const shareInvoice = async ({ id, invoiceNumber, customer, total, currency }: ListedInvoiceWire) => {
  if (!native.canShare()) return
  try {
    await native.share({
      title: `Invoice #${invoiceNumber}`,
      text: `Invoice for ${customer.name}: ${formatMoney(total, currency)}`,
      url: `${location.origin}/invoices/${id}`,
    })
  } catch {
    toastError('Error', `${invoiceNumber} could not be shared. Copy this page's address instead.`)
  }
}

export const useInvoiceActions = (list: ListHandlers) => {
  const openNew = useNewDocument('invoice')
  const openRepeat = useRepeat()
  const link = usePaymentLink()
  const remove = useDeleteDocument(invoices, {
    ...list,
    words: {
      deleted: () => ({ title: 'Success', description: 'Invoice deleted successfully' }),
      restored: () => ({ title: 'Success', description: 'Invoice restored successfully' }),
      deleteFailed: 'Failed to delete invoice',
      restoreFailed: 'Failed to restore invoice',
    },
  })
  return useDocumentActions(invoices, list, (show) => ({
    remind: async (invoice) => (await import('./actions/remind.ts')).remind(invoice, (props) => show(loadReminder, props)),
    edit: ({ id }) => show(loadEdit, { id }),
    download: ({ id }) =>
      printPdf(getEndpointUrl(invoiceEndpoints.pdf, { params: { id } }), printDelayMs, () =>
        toastError('Print Failed', 'Please allow popups and try again, or use the View button to access the invoice.'),
      ),
    link: async (invoice) => {
      if (invoice.status === 'draft' && !(await confirmAction(issues, { confirm: 'Issue and Create Link' }))) return
      await link.mutateAsync(invoice)
    },
    payment: (invoice) => {
      if (hasWriteOff(invoice)) return show(loadPayment, { invoice })
      if (invoice.status === 'paid') return toastError('Invoice Already Paid', alreadyPaid)
      if (invoice.balanceDue === '0.00') return toastError('Nothing Due', `Nothing is due on ${invoice.invoiceNumber}.`)
      return show(loadPayment, { invoice })
    },
    credit: (invoice) => show(loadCredit, { invoice, openDraft: (id) => void show(loadEdit, { id }) }),
    deposit: (invoice) => show(loadDeposit, { invoice }),
    schedule: (invoice) => show(loadSchedule, { invoice }),
    writeOff: (invoice) => show(loadWriteOff, { invoice }),
    duplicate: ({ id, kind }) => openNew({ copyOf: id, ...(kind === 'retainer' && { kind }) }),
    repeat: ({ id }) => openRepeat({ of: { type: 'invoice', id } }),
    share: shareInvoice,
    json: saveJson,
    delete: remove,
  }))
}
