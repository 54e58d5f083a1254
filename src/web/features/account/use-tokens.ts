import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toFailure } from '#web/entity/failure.ts'
import { ApiError } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { refetchActivity, type TokenRow, tokenClient, tokensQuery } from './token-calls.ts'

/** Revokes tokens, after asking, and has the list say what there is. */
export const useTokens = () => {
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
