import { useMutation } from '@tanstack/react-query'
import { toFailure } from '#web/entity/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { accountClient } from './calls.ts'
import { useUpdateAccount } from './use-account.ts'

const told = (title: string) => (error: Error) => toast({ title, description: toFailure(error).message, variant: 'destructive' })

/** Mailing the link to confirm an address again, and staying with the present address. */
export const useEmailConfirmation = () => {
  const { keepAccount, readAgain } = useUpdateAccount()
  const resend = useMutation({
    mutationFn: (_to: string) => accountClient.resendEmail(),
    onSuccess: (account, to) => {
      keepAccount(account)
      toast({ title: 'Success', description: `The link is on its way to ${to}.` })
    },
    onError: told('Not Sent'),
  })
  const keepPresent = useMutation({
    mutationFn: accountClient.keepEmail,
    onSuccess: async () => {
      await readAgain()
      toast({ title: 'Success', description: 'Your e-mail stays as it is. The link that we sent leads nowhere now.' })
    },
    onError: told('Error'),
  })
  return {
    resend: (to: string) => resend.isPending || resend.mutate(to),
    isSending: resend.isPending,
    keepPresent: () => keepPresent.isPending || keepPresent.mutate(),
    isKeeping: keepPresent.isPending,
  }
}
