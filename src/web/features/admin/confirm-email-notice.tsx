import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export const ConfirmEmailNotice = ({ email }: { email: string }) => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(accountEndpoints.resendEmail, {}),
    onSuccess: () => toast({ title: 'Success', description: `Link sent to ${email}.` }),
    onError: (error) => toast({ title: 'Not Sent', description: toFailure(error).message, variant: 'destructive' }),
  })
  // The link opens in another tab; on return this page updates by itself.
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: [apiPaths.currentUser] })
    window.addEventListener('focus', refetch)
    return () => window.removeEventListener('focus', refetch)
  }, [client])
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 py-20 text-center">
      <h2 className="font-semibold text-2xl tracking-tight">Confirm your email first</h2>
      <p className="text-muted [overflow-wrap:anywhere]">
        This page opens for {email} once the address is confirmed. Click the link we emailed you, or send a new one.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Link href="/account" asChild>
          <ButtonLink variant="secondary">Go to Account</ButtonLink>
        </Link>
        <Button pending={isPending} onClick={() => mutate()}>
          Send a new link
        </Button>
      </div>
    </div>
  )
}
