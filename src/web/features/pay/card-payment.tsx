import { CreditCard } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { MethodCard } from './method-card.tsx'
import { usePaymentLink } from './use-pay.ts'

export const CardPayment = ({ page, refuse }: { page: PublicInvoiceWire; refuse: (why: string) => void }) => {
  const pay = usePaymentLink(page.invoice, refuse)
  return (
    <MethodCard
      icon={<CreditCard aria-hidden />}
      title="Pay with Credit Card"
      text="A secure page of the card provider opens in a new tab."
      problem={pay.problem}
    >
      <Button className="h-12 w-full text-base" pending={pay.isPending} onClick={pay.open}>
        Pay {formatMoney(page.invoice.balanceDue)}
      </Button>
    </MethodCard>
  )
}
