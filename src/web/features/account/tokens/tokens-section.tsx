import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/account.ts'
import { type Scope, scopeAreas } from '#shared/token-scopes.ts'
import { refetchActivity, type TokenRow, tokensQuery } from '#web/features/account/api/account-api.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { ApiError, call } from '#web/lib/api/client.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { isDemo } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { NotInDemo } from '#web/ui/not-in-demo.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** In their fixed order: 'Invoices: read and write · Customers: read'. */
export const formatScopes = (scopes: readonly Scope[]): string =>
  scopeAreas
    .flatMap(({ area, label }) => {
      const access = scopes.filter((scope) => scope.startsWith(`${area}:`)).map((scope) => scope.split(':')[1])
      return access.length === 0 ? [] : [`${label}: ${access.length === 2 ? 'read and write' : access[0]}`]
    })
    .join(' · ')

type Props = { row: TokenRow; revoke: () => void; isRevoking: boolean }

/** The token itself was shown once. */
const TokenItem = ({ row, revoke, isRevoking }: Props) => (
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

const useTokens = () => {
  const client = useQueryClient()
  const { queryKey } = tokensQuery
  const removeToken = ({ id }: TokenRow) => {
    client.setQueryData(queryKey, (rows) => rows?.filter((row) => row.id !== id))
    // The pressed button disappears with the token.
    document.getElementById('tokens')?.focus({ preventScroll: true })
    refetchActivity(client)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: TokenRow) => call(tokenEndpoints.revoke, { params: { id } }),
    onSuccess: (_, row) => {
      removeToken(row)
      toast({ title: 'Success', description: `“${row.name}” is revoked.` })
    },
    onError: (error, row) => {
      // The token is already revoked.
      if (error instanceof ApiError && error.status === 404) removeToken(row)
      else toast({ title: 'Error', description: toFailure(error).message, variant: 'destructive' })
    },
  })
  return {
    revoking: isPending ? variables.id : undefined,
    revoke: async (row: TokenRow) => {
      const question = row.isExpired
        ? `Remove “${row.name}” from the list?`
        : `Revoke “${row.name}”? Programs that use it stop working at once. This can't be undone.`
      if (!isPending && (await confirmAction(question, { confirm: row.isExpired ? 'Remove' : 'Revoke', isDestructive: true }))) mutate(row)
    },
    /** Call after a token was created. */
    added: () => {
      void client.invalidateQueries({ queryKey })
      refetchActivity(client)
    },
  }
}

const loadDialog = () => import('./token-dialog.tsx')

export const TokensSection = ({ account }: { account: Account }) => {
  const tokens = useQuery(tokensQuery)
  const { revoke, revoking, added } = useTokens()
  const { show, dialog } = useLazyDialog(loadDialog)
  return (
    <Section
      id="tokens"
      title="API tokens"
      text={
        <>
          A token gives a program, such as a script or your shop, the access you choose.{' '}
          <a href="/api/docs" className="font-medium text-accent underline underline-offset-2">
            API documentation
          </a>
        </>
      }
    >
      <div className="grid gap-4">
        <Loaded query={tokens} fallback={<SkeletonRows label="Loading your API tokens" count={1} row="h-10" className="py-3" />}>
          {(rows) => <Rows rows={rows} revoke={revoke} revoking={revoking} />}
        </Loaded>
        {isDemo() ? (
          <NotInDemo what="API tokens" />
        ) : (
          <div>
            <Button
              variant="secondary"
              onClick={() => void show({ account, added })}
              onPointerEnter={() => void loadDialog().catch(() => {})}
            >
              New token
            </Button>
          </div>
        )}
      </div>
      {dialog}
    </Section>
  )
}

type RowsProps = { rows: readonly TokenRow[]; revoke: (row: TokenRow) => void; revoking: number | undefined }

/** Shown initially, so that the button for a new one stays in view. */
const shownAtFirst = 8

const Rows = ({ rows, revoke, revoking }: RowsProps) => {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return <p className="text-sm">No API tokens yet.</p>
  return (
    <div className="grid gap-2">
      <ul className="divide-y divide-line border-line border-y">
        {(all ? rows : rows.slice(0, shownAtFirst)).map((row) => (
          <TokenItem key={row.id} row={row} revoke={() => revoke(row)} isRevoking={revoking === row.id} />
        ))}
      </ul>
      {!all && rows.length > shownAtFirst && (
        <div>
          <Button variant="ghost" onClick={() => setAll(true)}>
            Show all {rows.length} tokens
          </Button>
        </div>
      )}
    </div>
  )
}
