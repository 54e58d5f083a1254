import { Download, Eye, Link2, Mail } from 'lucide-react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { mayCollect, mayEmail } from '#shared/invoice-rules.ts'
import { toast } from '#web/lib/toast.ts'
import { printInPopup } from '#web/paper/print-popup.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { pdfUrl } from './calls.ts'
import { usePaymentLink } from './use-payment-link.ts'
import { useSendEmail } from './use-send-email.ts'

const printDelayMs = 500

const printFailed = () =>
  toast({
    title: 'Print Failed',
    description: 'Please allow popups and try again, or use the View button to access the invoice.',
    variant: 'destructive',
  })

/** What can be done with one invoice right now. */
export const InvoiceActions = ({ invoice }: { invoice: InvoiceWire }) => {
  const link = usePaymentLink()
  const email = useSendEmail()
  const named = (verb: string) => ({ title: verb, 'aria-label': `${verb}: ${invoice.invoiceNumber}` })
  const look = { variant: 'ghost', size: 'icon', className: 'text-muted hover:text-ink' } as const
  return (
    <div className="flex justify-end gap-0.5">
      <ButtonLink {...look} {...named('View')} href={pdfUrl(invoice.id)} target="_blank" rel="noopener">
        <Eye />
      </ButtonLink>
      <Button {...look} {...named('Download PDF')} onClick={() => printInPopup(pdfUrl(invoice.id), printDelayMs, printFailed)}>
        <Download />
      </Button>
      {mayCollect(invoice) === true && (
        <Button {...look} {...named('Generate Payment Link')} pending={link.isPending} onClick={() => link.mutate(invoice)}>
          {!link.isPending && <Link2 />}
        </Button>
      )}
      {/* Without an address it stays in sight, and says what is missing. */}
      {mayEmail(invoice) !== 'already paid' && (
        <Button {...look} {...named('Send by Email')} pending={email.isPending} onClick={() => email.send(invoice)}>
          {!email.isPending && <Mail />}
        </Button>
      )}
    </div>
  )
}
