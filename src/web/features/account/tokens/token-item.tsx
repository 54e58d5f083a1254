import { KeyRound } from 'lucide-react'
import type { TokenRow } from '#web/features/account/api/queries.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatScopes } from './token-labels.ts'

type Props = { row: TokenRow; revoke: () => void; isRevoking: boolean }

/** The token itself was shown once. */
export const TokenItem = ({ row, revoke, isRevoking }: Props) => (
  <li className="flex items-start gap-3 py-3">
    <KeyRound className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0 flex-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]" dir="auto">
          {row.name}
        </span>
        <code className="font-mono text-muted text-xs">
          <span className="sr-only">ends in </span>…{row.lastFour}
        </code>
        {row.isExpired && <Badge tone="warn">Expired</Badge>}
      </p>
      <p className="text-pretty">{formatScopes(row.scopes)}</p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>
          {row.lastUsedAt ? `Last used ${formatInstant(row.lastUsedAt)}${row.lastUsedFrom ? `, ${row.lastUsedFrom}` : ''}` : 'Never used'}
        </span>
        <span>Created {formatInstant(row.createdAt)}</span>
        {row.expiresAt && (
          <span>
            {row.isExpired ? 'Expired' : 'Expires'} {formatInstant(row.expiresAt)}
          </span>
        )}
      </p>
    </div>
    <Button
      variant="secondary"
      size="sm"
      pending={isRevoking}
      onClick={revoke}
      aria-label={`${row.isExpired ? 'Remove' : 'Revoke'}: ${row.name}`}
    >
      {row.isExpired ? 'Remove' : 'Revoke'}
    </Button>
  </li>
)
