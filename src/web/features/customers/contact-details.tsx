import { Banknote, Building2, FileDigit, Landmark, Languages, Mail, MapPin, Percent, Phone, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Customer } from '#modules/customers/contract.ts'
import { describeEarlyDiscount } from '#shared/early-discounts.ts'
import { labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { cx } from '#web/ui/cx.ts'
import { ContactLine, type Line } from './contact-line.tsx'

const ContactTerms = lazy(() => import('./contact-terms.tsx'))
const ContactAddress = lazy(() => import('./contact-address.tsx'))

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const ContactDetails = ({ customer, className }: { customer: Customer; className: string }) => {
  const { company, contactName, email, phone, vatId, registrationId, taxRateId, currency, language } = customer
  const taxRate = useTaxRateName(taxRateId)
  const hasTerms = customer.dueDays !== null || customer.dueEndOfMonth || customer.orderNumberRequired || Boolean(customer.buyerReference)
  const earlyDiscount = describeEarlyDiscount(customer)
  // Until the formats are loaded, a part of it keeps the place.
  const place = [customer.address, customer.city, customer.state, customer.zipCode, customer.country].find(Boolean) ?? null
  const address: Line = { icon: MapPin, label: 'Address', text: place }
  const lines: Line[] = [
    { icon: Building2, label: 'Company', text: company },
    { icon: UserRound, label: 'Contact', text: contactName },
    { icon: Mail, label: 'Email', text: email, href: `mailto:${email}` },
    { icon: Phone, label: 'Phone', text: phone, href: `tel:${phone}` },
    address,
    { icon: Landmark, label: 'VAT ID', text: vatId && `VAT ID ${vatId}` },
    { icon: FileDigit, label: 'Registration number', text: registrationId && `Registration ${registrationId}` },
    { icon: Banknote, label: 'Currency', text: currency && `Invoiced in ${labelCurrency(currency)}` },
    { icon: Languages, label: 'Language', text: language && `Reads ${languageNames.of(language)}` },
    { icon: Percent, label: 'Early payment discount', text: earlyDiscount && `Discount ${earlyDiscount}` },
    { icon: Percent, label: 'Tax rate', text: taxRate ? `Tax rate ${taxRate}` : null },
  ]
  if (taxRateId === null && !hasTerms && lines.every(({ text }) => !text))
    return <p className={cx(className, 'text-muted')}>No contact details yet</p>
  return (
    <dl className={className}>
      {lines.map((line) =>
        line === address && place ? (
          <Suspense key={line.label} fallback={<ContactLine {...line} />}>
            <ContactAddress customer={customer} />
          </Suspense>
        ) : (
          <ContactLine key={line.label} {...line} />
        ),
      )}
      {hasTerms && (
        <Suspense>
          <ContactTerms customer={customer} />
        </Suspense>
      )}
    </dl>
  )
}
