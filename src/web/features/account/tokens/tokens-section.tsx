import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/tokens.ts'
import { refetchActivity, type TokenRow, tokensQuery } from '#web/features/account/api/queries.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { ApiError, call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { isDemo } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { NotInDemo } from '#web/ui/not-in-demo.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TokenItem } from './token-item.tsx'

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
  const { data, error, refetch } = useQuery(tokensQuery)
  const { revoke, revoking, added } = useTokens()
  const [shown, setShown] = useState<{ open: boolean; count: number }>()
  const { part, fetch } = useOnDemand(loadDialog)
  const open = async () => {
    if (await fetch()) setShown((was) => ({ open: true, count: (was?.count ?? 0) + 1 }))
  }
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
        {data ? (
          <Rows rows={data} revoke={revoke} revoking={revoking} />
        ) : error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading your API tokens" className="py-3">
            <Skeleton className="h-10" />
          </div>
        )}
        {isDemo() ? (
          <NotInDemo what="API tokens" />
        ) : (
          <div>
            <Button variant="secondary" onClick={() => void open()} onPointerEnter={() => void loadDialog().catch(() => {})}>
              New token
            </Button>
          </div>
        )}
      </div>
      {shown && part && (
        <part.default
          key={shown.count}
          account={account}
          open={shown.open}
          added={added}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
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
