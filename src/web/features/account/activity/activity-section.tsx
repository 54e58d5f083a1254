import { useInfiniteQuery } from '@tanstack/react-query'
import type { SecurityEventKind } from '#shared/contract/security-events.ts'
import { eventsQuery, type SecurityEventRow } from '#web/features/account/api/account-api.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type Detail = SecurityEventRow['detail']
const formatName = (detail: Detail) => (detail.name ? ` “${detail.name}”` : '')
const formatProvider = (detail: Detail) => ({ stripe: 'Stripe', paypal: 'PayPal' })[String(detail.provider)] ?? 'payment'

const formatSignOut = ({ device, count }: Detail): string => {
  if (device) return `Signed out ${device}`
  return count === 1 ? 'Signed out 1 other device' : `Signed out ${count ?? 0} other devices`
}

const labels: Record<SecurityEventKind, (detail: Detail) => string> = {
  account_created: () => 'First signed in',
  signed_in: () => 'Signed in',
  signed_in_app: () => 'Signed in to the app',
  sign_in_refused: ({ what }) => (what === 'code' ? 'Sign-in refused: wrong code' : 'Sign-in refused: wrong password'),
  signed_out: () => 'Signed out',
  sessions_ended: formatSignOut,
  password_changed: () => 'Password changed',
  password_reset_asked: () => 'Password reset requested',
  password_reset: () => 'Password reset by emailed link',
  email_change_asked: ({ email }) => `Email change requested${email ? `: ${email}` : ''}`,
  email_changed: ({ email }) => `Email changed${email ? ` to ${email}` : ''}`,
  email_taken: () => 'Email removed: it was confirmed for another account',
  two_factor_on: () => 'Two-factor sign-in turned on',
  two_factor_off: () => 'Two-factor sign-in turned off',
  recovery_codes_made: () => 'New recovery codes created',
  recovery_code_used: () => 'Recovery code used',
  payment_keys_saved: (detail) => `${formatProvider(detail)} keys saved`,
  payment_keys_removed: (detail) => `${formatProvider(detail)} keys removed`,
  bank_accounts_changed: () => 'Bank accounts changed',
  token_made: (detail) => `API token${formatName(detail)} created`,
  token_revoked: (detail) => `API token${formatName(detail)} revoked`,
  export_made: () => 'Data export started',
}

export const formatEvent = ({ kind, detail }: Pick<SecurityEventRow, 'kind' | 'detail'>): string => labels[kind](detail)

/** 'Chrome on Linux, 127.0.0.1'; '' when unknown. */
export const formatEventSource = ({ device, address }: Pick<SecurityEventRow, 'device' | 'address'>): string =>
  [device, address].filter(Boolean).join(', ')

/** Lets the owner notice foreign access. */
export const ActivitySection = () => {
  const events = useInfiniteQuery(eventsQuery)
  return (
    <Section
      id="activity"
      title="Security activity"
      text="Sign-ins and security changes of the last 400 days. Entries can't be changed or deleted."
    >
      <Loaded
        query={events}
        fallback={<SkeletonRows label="Loading the security activity" count={3} row="h-9" className="grid gap-4 py-3" />}
      >
        {({ pages }) => (
          <>
            <Rows rows={pages.flatMap((page) => page.rows)} />
            {events.hasNextPage && (
              <Button variant="secondary" className="mt-4" pending={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
                {events.isFetchNextPageError ? 'Try again' : 'Show more'}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const Rows = ({ rows }: { rows: readonly SecurityEventRow[] }) =>
  rows.length === 0 ? (
    <p className="text-sm">No activity yet.</p>
  ) : (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <Line key={row.id} row={row} />
      ))}
    </ul>
  )

const Line = ({ row }: { row: SecurityEventRow }) => {
  const from = formatEventSource(row)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 text-sm">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className={cx('font-medium', row.kind === 'sign_in_refused' && 'text-warn')}>{formatEvent(row)}</span>
        {from && <span className="text-muted"> from {from}</span>}
      </p>
      <time dateTime={row.at} className="shrink-0 text-muted tabular-nums">
        {formatInstant(row.at)}
      </time>
    </li>
  )
}
