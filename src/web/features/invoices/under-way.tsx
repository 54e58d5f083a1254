import { Clock3 } from 'lucide-react'
import type { PaymentAttemptWire } from '#shared/api/invoice-payments.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { formatInstant } from '#web/lib/show-instant.ts'

/** Payments that were begun and aren't money yet. */
export const PendingPayments = ({ attempts }: { attempts: readonly PaymentAttemptWire[] }) => (
  <ul aria-label="Payments under way" className="mb-3 grid gap-2">
    {attempts.map(({ id, provider, status, amount, startedAt }) => (
      <li key={id} className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2 text-sm">
        <Clock3 className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="tabular-nums">
            {status === 'pending'
              ? `${formatMoney(amount)} through ${providerLabels[provider]} is being confirmed`
              : `A ${providerLabels[provider]} page for ${formatMoney(amount)} is open`}
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {status === 'pending' ? `Waiting for the bank since ${formatInstant(startedAt)}` : `Since ${formatInstant(startedAt)}`}
          </p>
        </div>
      </li>
    ))}
  </ul>
)
