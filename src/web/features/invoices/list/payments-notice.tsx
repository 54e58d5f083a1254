import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import { capitalize } from '#web/entity/entity.ts'

const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? one : `${count} ${many}`])

type Props = { rows: readonly ListedInvoiceWire[]; open: (id: number) => void }

export const PaymentsNotice = ({ rows, open }: Props) => {
  const { data } = useQuery(paymentsQuery)
  const differences = data?.providers.flatMap(({ check }) => check?.differences ?? []).length ?? 0
  const reviews = rows.filter(({ paymentAttention }) => paymentAttention === 'review')
  const elsewhere = [
    ...counted(differences, '1 payment differs from your payment account', 'payments differ from your payment account'),
    ...counted(data?.unapplied.length ?? 0, '1 payment came in for a deleted invoice', 'payments came in for deleted invoices'),
  ]
  if (elsewhere.length === 0 && reviews.length === 0) return null
  const sentence = elsewhere.join(', and ')
  const visibleReviews = reviews.slice(0, 3)
  const link = 'font-medium underline underline-offset-2'
  return (
    <section
      aria-label="Payments to review"
      className="mb-3 flex items-start gap-2.5 rounded-lg bg-warn-soft px-3.5 py-2 text-sm text-warn"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {reviews.length > 0 && (
          <p>
            {counted(reviews.length, '1 payment needs your decision', 'payments need your decision')[0]}:{' '}
            {visibleReviews.map(({ id, invoiceNumber }, i) => (
              <Fragment key={id}>
                <span className="whitespace-nowrap">
                  <button type="button" className={link} onClick={() => open(id)}>
                    {invoiceNumber}
                  </button>
                  {i < visibleReviews.length - 1 && ','}
                </span>{' '}
              </Fragment>
            ))}
            {reviews.length > visibleReviews.length && `and ${reviews.length - visibleReviews.length} more`}
          </p>
        )}
        {elsewhere.length > 0 && (
          <p>
            {`${capitalize(sentence)}.`}{' '}
            <Link href="/business-profile?section=payments#payments-check" className={link}>
              Open the payments check
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}
