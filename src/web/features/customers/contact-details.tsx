import { Banknote, Building2, FileDigit, Landmark, type LucideIcon, Mail, MapPin, Percent, Phone, UserRound } from 'lucide-react'
import type { Customer } from '#modules/customers/contract.ts'
import { labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { cx } from '#web/ui/cx.ts'

/** '1 Main St, Springfield, IL 62704, USA'. */
const formatAddress = ({ address, city, state, zipCode, country }: Customer): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

type Props = { icon: LucideIcon; label: string; text: string | null; href?: string | undefined }

const ContactLine = ({ icon: Icon, label, text, href }: Props) =>
  text ? (
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
  ) : null

export const ContactDetails = ({ customer, className }: { customer: Customer; className: string }) => {
  const { company, contactName, email, phone, vatId, registrationId, taxRateId, currency } = customer
  const address = formatAddress(customer)
  const taxRate = useTaxRateName(taxRateId)
  if (!company && !contactName && !email && !phone && !address && !vatId && !registrationId && taxRateId === null && !currency)
    return <p className={cx(className, 'text-muted')}>No contact details yet</p>
  return (
    <dl className={className}>
      <ContactLine icon={Building2} label="Company" text={company} />
      <ContactLine icon={UserRound} label="Contact" text={contactName} />
      <ContactLine icon={Mail} label="Email" text={email} href={`mailto:${email}`} />
      <ContactLine icon={Phone} label="Phone" text={phone} href={`tel:${phone}`} />
      <ContactLine icon={MapPin} label="Address" text={address} />
      <ContactLine icon={Landmark} label="VAT ID" text={vatId && `VAT ID ${vatId}`} />
      <ContactLine icon={FileDigit} label="Registration number" text={registrationId && `Registration ${registrationId}`} />
      <ContactLine icon={Banknote} label="Currency" text={currency && `Invoiced in ${labelCurrency(currency)}`} />
      <ContactLine icon={Percent} label="Tax rate" text={taxRate ? `Tax rate ${taxRate}` : null} />
    </dl>
  )
}
