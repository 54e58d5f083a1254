import { Building2, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { Customer } from '#shared/api/customers.ts'
import type { RowActions } from '../../entity/entity-page.tsx'
import { CardActions } from '../../entity/row-actions.tsx'
import { Card } from '../../ui/card.tsx'

/** '1 Main St, Springfield, IL 62704, USA', from whatever parts there are. */
const fullAddress = ({ address, city, state, zipCode, country }: Customer) =>
  [address, city, [state, zipCode].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

export const CustomerCard = ({ customer, act }: { customer: Customer; act: RowActions<Customer> }) => (
  <Card className="flex flex-col gap-3">
    <h2 className="truncate text-left font-semibold" title={customer.name} dir="auto">
      {customer.name}
    </h2>
    <dl className="mb-1 grid gap-1.5 text-sm">
      <Line icon={Building2} label="Company" text={customer.company} />
      <Line icon={Mail} label="E-mail" text={customer.email} href={`mailto:${customer.email}`} />
      <Line icon={Phone} label="Phone" text={customer.phone} href={`tel:${customer.phone}`} />
      <Line icon={MapPin} label="Address" text={fullAddress(customer)} />
    </dl>
    <CardActions name={customer.name} onEdit={() => act.edit(customer)} onRemove={() => act.remove(customer)} />
  </Card>
)

const Line = ({ icon: Icon, label, text, href }: { icon: LucideIcon; label: string; text: string | null; href?: string }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    <dt className="shrink-0">
      <Icon className="size-4 text-muted" aria-hidden />
      <span className="sr-only">{label}</span>
    </dt>
    <dd className="min-h-6 min-w-0 flex-1 truncate text-left leading-6" title={text || undefined} dir="auto">
      {!text ? (
        <span className="text-muted">—</span>
      ) : href ? (
        <a href={href} className="inline-block max-w-full truncate align-top underline-offset-2 hover:text-accent hover:underline">
          {text}
        </a>
      ) : (
        text
      )}
    </dd>
  </div>
)
