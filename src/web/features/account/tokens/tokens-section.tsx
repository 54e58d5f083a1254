import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { refetchActivity, type TokenRow, tokenClient, tokensQuery } from '#web/features/account/api/token-client.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TokenItem } from './token-item.tsx'

/** Revokes tokens, after asking, and has the list say what there is. */
const useTokens = () => {
  const client = useQueryClient()
  const { queryKey } = tokensQuery
  const without = ({ id }: TokenRow) => {
    client.setQueryData(queryKey, (rows) => rows?.filter((row) => row.id !== id))
    // The button that was pressed goes away with the token.
    document.getElementById('tokens')?.focus({ preventScroll: true })
    refetchActivity(client)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: TokenRow) => tokenClient.revoke(id),
    onSuccess: (_, row) => {
      without(row)
      toast({ title: 'Success', description: `“${row.name}” is revoked.` })
    },
    onError: (error, row) => {
      // It is gone already: that was the wish.
      if (error instanceof ApiError && error.status === 404) without(row)
      else toast({ title: 'Error', description: toFailure(error).message, variant: 'destructive' })
    },
  })
  return {
    revoking: isPending ? variables.id : undefined,
    revoke: (row: TokenRow) => {
      const question = row.isExpired
        ? `Remove “${row.name}” from the list?`
        : `Revoke “${row.name}”? Programs that use it stop working at once. This can't be undone.`
      if (!isPending && confirmAction(question)) mutate(row)
    },
    /** A token was made. */
    added: () => {
      void client.invalidateQueries({ queryKey })
      refetchActivity(client)
    },
  }
}

const loadDialog = () => import('./token-dialog.tsx')

/** The keys by which programs use the account, and the way to make one. */
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
          A token lets a program, such as a script or your shop, use this account as far as you allow.{' '}
          <a href="/api/docs" className="font-medium text-accent underline underline-offset-2">
            How the API works
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
        <div>
          <Button variant="secondary" onClick={() => void open()} onPointerEnter={() => void loadDialog().catch(() => {})}>
            New token
          </Button>
        </div>
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

/** So many are shown at first: the way to a new one isn't to be far below. */
const shownAtFirst = 8

const Rows = ({ rows, revoke, revoking }: RowsProps) => {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return <p className="text-sm">No program uses your account.</p>
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
