import { useQuery } from '@tanstack/react-query'
import { Landmark, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { formatIban, maxBankAccounts } from '#shared/bank-accounts.ts'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { findSwissBillProblem } from '#shared/swiss-bill.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type BankAccountWire, bankAccountsQuery } from './bank-accounts.ts'

const loadDialog = () => import('./bank-account-dialog.tsx')

const formatNumber = ({ iban, routingNumber, accountNumber }: BankAccountWire) =>
  iban ? formatIban(iban) : [routingNumber, accountNumber].filter(Boolean).join(' · ')

const SwissBillProblem = ({ account, profile }: { account: BankAccountWire; profile: BusinessProfileWire | null | undefined }) => {
  const problem = profile && findSwissBillProblem(account, profile)
  return problem ? <p className="mt-1 text-pretty text-[0.8125rem] text-warn">No Swiss QR bill yet: {problem}.</p> : null
}

/** Saved by itself, because a change takes the password. */
export default function BankAccountsCard() {
  const query = useQuery(bankAccountsQuery)
  const { data: profile } = useQuery(businessProfileQuery)
  const { show, dialog } = useLazyDialog(loadDialog)
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} tabIndex={-1} aria-label="Bank accounts" className="outline-none">
      <Card>
        <Loaded query={query} fallback={<Skeleton className="h-24" />}>
          {({ accounts }) => {
            const open = (at: number, isRemoval = false) => void show({ accounts, at, isRemoval })
            const add = (
              <Button variant="secondary" onClick={() => open(accounts.length)}>
                <Plus aria-hidden /> Add bank account
              </Button>
            )
            return (
              <>
                <div className="flex flex-wrap items-start justify-between gap-3">
                  <div className="min-w-0 flex-1 basis-72">
                    <CardTitle>Bank accounts</CardTitle>
                    <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
                      Invoices ask for a transfer to the account of their currency: on the PDF, on the payment page and in the email, in
                      euros with a code for banking apps, and to a Swiss account with the QR bill. Invoices that are sent keep the account
                      that they name.
                    </p>
                  </div>
                  {accounts.length > 0 && accounts.length < maxBankAccounts && add}
                </div>
                {accounts.length === 0 ? (
                  <EmptyState
                    icon={<Landmark aria-hidden />}
                    title="No bank account yet"
                    text="Let your customers pay by transfer."
                    action={add}
                  />
                ) : (
                  <ul className="mt-3 divide-y divide-line">
                    {accounts.map((account, i) => (
                      <li key={formatNumber(account)} className="flex items-center gap-3 py-3 text-sm last:pb-0">
                        <div className="min-w-0 flex-1">
                          <p className="font-medium tabular-nums [overflow-wrap:anywhere]">{formatNumber(account)}</p>
                          <p className="text-muted [overflow-wrap:anywhere]">
                            {[
                              account.holder,
                              account.bankName,
                              account.currency
                                ? `invoices in ${account.currency}`
                                : accounts.length === 1
                                  ? 'all invoices'
                                  : 'all other invoices',
                            ]
                              .filter(Boolean)
                              .join(' · ')}
                          </p>
                          <SwissBillProblem account={account} profile={profile} />
                        </div>
                        <Button variant="ghost" size="icon" aria-label={`Edit ${formatNumber(account)}`} onClick={() => open(i)}>
                          <Pencil aria-hidden />
                        </Button>
                        <Button variant="ghost" size="icon" aria-label={`Remove ${formatNumber(account)}`} onClick={() => open(i, true)}>
                          <Trash2 aria-hidden />
                        </Button>
                      </li>
                    ))}
                  </ul>
                )}
              </>
            )
          }}
        </Loaded>
      </Card>
      {dialog}
    </section>
  )
}
