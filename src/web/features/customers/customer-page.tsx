import { ArrowLeft, Banknote, Pencil, PiggyBank, Plus, ReceiptText, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import type { Customer } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { BouncedAddresses } from '#web/documents/email/bounced-addresses.tsx'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { ApiError } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ContactDetails } from './contact-details.tsx'
import { CustomerCredit } from './customer-credit.tsx'
import { CustomerDocuments } from './customer-documents.tsx'
import { CustomerFigures } from './customer-figures.tsx'
import { CustomerReminders } from './customer-reminders.tsx'
import { customers, useOfCustomer } from './customers.ts'

const loadPaymentDialog = () => import('./payment-dialog.tsx')
const loadDialog = () => import('./customer-dialog.tsx')

const CustomerPage = () => {
  const [, params] = useRoute('/customers/:id')
  const id = Number(params?.id)
  const customer = useOfCustomer(customerEndpoints.one, 'one', id)
  const figures = useOfCustomer(customerEndpoints.figures, 'figures', id)
  // A notice beside the details: without it the page is as good as before, so its failure is not shown.
  const bounces = useOfCustomer(customerEndpoints.bounces, 'bounces', id)
  const isMissing = customer.error instanceof ApiError && customer.error.status === 404

  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <Link
        href="/customers"
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-muted pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm underline-offset-2 hover:text-ink hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden /> All customers
      </Link>
      {isMissing ? (
        <EmptyState
          title="This customer does not exist."
          text="It may have been deleted, or the URL may be wrong."
          icon={<UserX aria-hidden />}
          action={
            <Link href="/customers" asChild>
              <ButtonLink variant="secondary">See all customers</ButtonLink>
            </Link>
          }
        />
      ) : customer.isError && !customer.data ? (
        <LoadError error={customer.error} retry={() => void customer.refetch()} />
      ) : (
        <>
          <BouncedAddresses customerId={id} bounced={bounces.data ?? []} />
          <CustomerHeader customer={customer.data}>
            {figures.isError && !figures.data ? (
              <LoadError error={figures.error} retry={() => void figures.refetch()} />
            ) : (
              <CustomerFigures figures={figures.data} />
            )}
          </CustomerHeader>
          <CustomerCredit id={id} balances={figures.data?.balances} />
          <CustomerDocuments id={id} figures={figures.data} />
          <RecordHistory entity={customers} id={id} />
        </>
      )}
    </div>
  )
}

export default CustomerPage

const CustomerHeader = ({ customer, children }: { customer: Customer | undefined; children: ReactNode }) => {
  const { show, dialog } = useLazyDialog(loadDialog)
  const payment = useLazyDialog(loadPaymentDialog)
  const openCreateInvoice = useNewDocument('invoice')
  const openNewEstimate = useNewDocument('estimate')
  const openNewCreditNote = useNewDocument('credit-note')
  if (!customer)
    return (
      <Card role="status" aria-label="Loading the customer...">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="mt-4 h-16" />
        <Skeleton className="mt-5 h-20" />
      </Card>
    )
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 flex-1 basis-60 font-semibold text-xl tracking-tight [overflow-wrap:anywhere]" dir="auto">
          {customer.name}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <Button variant="secondary" onClick={() => void show({ row: customer })}>
            <Pencil aria-hidden /> Edit
          </Button>
          <Button variant="secondary" onClick={() => void openNewEstimate({ customerId: customer.id })}>
            <Plus aria-hidden /> New Estimate
          </Button>
          <Button
            variant="secondary"
            title="Ask for money in advance, which becomes credit"
            onClick={() => openCreateInvoice({ customerId: customer.id, kind: 'retainer' })}
          >
            <PiggyBank aria-hidden /> Retainer
          </Button>
          <Button variant="secondary" onClick={() => void openNewCreditNote({ customerId: customer.id })}>
            <ReceiptText aria-hidden /> Credit note
          </Button>
          <Button variant="secondary" onClick={() => void payment.show({ customer })}>
            <Banknote aria-hidden /> Record Payment
          </Button>
          <Button
            className="min-w-0 max-w-full max-sm:order-first max-sm:w-full"
            onClick={() => openCreateInvoice({ customerId: customer.id })}
          >
            <Plus aria-hidden />
            <span className="min-w-0 truncate sm:max-w-64">
              New invoice for <bdi>{customer.name}</bdi>
            </span>
          </Button>
        </div>
      </div>
      <ContactDetails customer={customer} className="mt-3 grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2 pointer-coarse:gap-y-0" />
      <CustomerReminders id={customer.id} />
      <div className="mt-5 border-line border-t pt-5">{children}</div>
      {dialog}
      {payment.dialog}
    </Card>
  )
}
