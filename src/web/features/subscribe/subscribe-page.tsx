import { Check } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { PageHeader } from '../../ui/page-header.tsx'

type Plan = { name: string; price: string; per: string; popular: boolean; points: string[] }

const plans: Plan[] = [
  { name: 'Monthly', price: '$9.99', per: 'per month', popular: false, points: ['Unlimited invoices', 'Pay month by month'] },
  { name: 'Yearly', price: '$99.99', per: 'per year', popular: true, points: ['Unlimited invoices', '$20 saved: 2 months free'] },
]

const SubscribePage = () => {
  const [query] = useSearchParams()
  return (
    <div className="mx-auto max-w-3xl">
      {query.get('from') === 'trial-expired' && (
        <p role="status" className="mb-6 rounded-lg border border-warn/40 bg-warn-soft px-4 py-3 text-sm text-warn">
          Your free trial has expired, please choose a plan to continue using the product
        </p>
      )}
      <PageHeader title="Plans" text="The free trial holds 10 invoices. A plan lifts that limit." />
      <div className="grid gap-4 sm:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </div>
      <p className="mt-5 text-center text-muted text-sm">Plans can't be bought in this version yet.</p>
    </div>
  )
}

const PlanCard = ({ plan }: { plan: Plan }) => (
  <Card className={cx('flex flex-col sm:p-6', plan.popular && 'border-accent')}>
    <div className="flex min-h-6 flex-wrap items-center gap-2">
      <h3 className="mr-auto font-semibold">{plan.name}</h3>
      {plan.popular && (
        <>
          <Badge tone="accent">Popular</Badge>
          <Badge tone="good">Save 17%</Badge>
        </>
      )}
    </div>
    <p className="mt-4 flex items-baseline gap-1.5">
      <span className="font-semibold text-3xl tracking-tight tabular-nums">{plan.price}</span>
      <span className="text-muted text-sm">{plan.per}</span>
    </p>
    <ul className="mt-4 grid gap-2 text-sm">
      {plan.points.map((point) => (
        <li key={point} className="flex items-center gap-2">
          <Check className="size-4 shrink-0 text-accent" aria-hidden /> {point}
        </li>
      ))}
    </ul>
  </Card>
)

export default SubscribePage
