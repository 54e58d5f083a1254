import { CalendarClock, Hash } from 'lucide-react'
import type { Customer } from '#modules/customers/contract.ts'
import { describeDueTerms } from '#shared/due-terms.ts'
import { ContactLine } from './contact-line.tsx'

/** Loaded for the few customers that have own terms or references. */
export default function ContactTerms({ customer }: { customer: Customer }) {
  const terms = describeDueTerms(customer)
  const { buyerReference, orderNumberRequired } = customer
  return (
    <>
      <ContactLine icon={CalendarClock} label="Payment terms" text={terms && `Payment terms ${terms}`} />
      <ContactLine icon={Hash} label="Buyer reference" text={buyerReference && `Buyer reference ${buyerReference}`} />
      <ContactLine icon={Hash} label="Order number" text={orderNumberRequired ? 'Invoices need an order number' : null} />
    </>
  )
}
