import { useQuery } from '@tanstack/react-query'
import { Banknote, Building2, FileDigit, Landmark, Languages, type LucideIcon, Mail, MapPin, Percent, Phone, UserRound } from 'lucide-react'
import type { Customer } from '#modules/customers/contract.ts'
import { formatAddress, getHomeCountry } from '#shared/addresses.ts'
import { describeEarlyDiscount } from '#shared/early-discounts.ts'
import { labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { cx } from '#web/ui/cx.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

type Line = { icon: LucideIcon; label: string; text: string | null; href?: string }

const ContactLine = ({ icon: Icon, label, text, href }: Line) =>
  text && (
    <div className="flex min-w-0 items-center gap-2.5">
      <dt className="shrink-0">
        <Icon className="size-4 text-muted" aria-hidden />
        <span className="sr-only">{label}</span>
      </dt>
      <dd
        className="min-h-6 min-w-0 flex-1 truncate text-left leading-6 pointer-coarse:min-h-11 pointer-coarse:leading-11"
        title={text}
        dir="auto"
      >
        {href ? (
          <a href={href} className="inline-block max-w-full truncate align-top underline-offset-2 hover:text-accent hover:underline">
            {text}
          </a>
        ) : (
          text
        )}
      </dd>
    </div>
  )

export const ContactDetails = ({ customer, className }: { customer: Customer; className: string }) => {
  const { company, contactName, email, phone, vatId, registrationId, taxRateId, currency, language } = customer
  const taxRate = useTaxRateName(taxRateId)
  const { data: profile } = useQuery({ ...businessProfileQuery, enabled: !customer.country })
  const home = profile ? getHomeCountry(profile) : null
  const earlyDiscount = describeEarlyDiscount(customer)
  const lines: Line[] = [
    { icon: Building2, label: 'Company', text: company },
    { icon: UserRound, label: 'Contact', text: contactName },
    { icon: Mail, label: 'Email', text: email, href: `mailto:${email}` },
    { icon: Phone, label: 'Phone', text: phone, href: `tel:${phone}` },
    { icon: MapPin, label: 'Address', text: formatAddress(customer, home).join(', ') },
    { icon: Landmark, label: 'VAT ID', text: vatId && `VAT ID ${vatId}` },
    { icon: FileDigit, label: 'Registration number', text: registrationId && `Registration ${registrationId}` },
    { icon: Banknote, label: 'Currency', text: currency && `Invoiced in ${labelCurrency(currency)}` },
    { icon: Languages, label: 'Language', text: language && `Reads ${languageNames.of(language)}` },
    { icon: Percent, label: 'Early payment discount', text: earlyDiscount && `Discount ${earlyDiscount}` },
    { icon: Percent, label: 'Tax rate', text: taxRate ? `Tax rate ${taxRate}` : null },
  ]
  if (taxRateId === null && lines.every(({ text }) => !text)) return <p className={cx(className, 'text-muted')}>No contact details yet</p>
  return (
    <dl className={className}>
      {lines.map((line) => (
        <ContactLine key={line.label} {...line} />
      ))}
    </dl>
  )
}
