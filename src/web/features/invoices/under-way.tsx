import { Clock3 } from 'lucide-react'
import type { PaymentAttemptWire } from '#shared/api/invoice-payments.ts'
import { showMoney } from '#shared/money.ts'
import { providerWords } from '#shared/payment-methods.ts'
import { showInstant } from '#web/lib/show-instant.ts'

/** Payments that were begun and aren't money yet. */
export const UnderWay = ({ attempts }: { attempts: readonly PaymentAttemptWire[] }) => (
  <ul aria-label="Payments under way" className="mb-3 grid gap-2">
    {attempts.map(({ id, provider, status, amount, startedAt }) => (
      <li key={id} className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2 text-sm">
        <Clock3 className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="tabular-nums">
            {status === 'pending'
              ? `${showMoney(amount)} through ${providerWords[provider]} is being confirmed`
              : `A ${providerWords[provider]} page for ${showMoney(amount)} is open`}
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {status === 'pending' ? `Waiting for the bank since ${showInstant(startedAt)}` : `Since ${showInstant(startedAt)}`}
          </p>
        </div>
      </li>
    ))}
  </ul>
)
