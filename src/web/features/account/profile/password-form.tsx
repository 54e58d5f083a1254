import { useQueryClient } from '@tanstack/react-query'
import { minPasswordLength, passwordInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { FormButtons, UsernameField } from '#web/features/account/form/form-parts.tsx'
import { PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { unsavedQuestion, useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { FormError } from '#web/ui/form-failure.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

export const PasswordForm = ({ email, close }: { email: string | null; close: () => void }) => {
  const client = useQueryClient()
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure, element } = useAccountForm({
    schema: passwordInput,
    defaults: { current: '', next: '' },
    first: 'current',
    send: (body) => call(accountEndpoints.changePassword, { body }),
    done: (saved) => {
      keepAccount(saved)
      void client.invalidateQueries({ queryKey: [accountEndpoints.sessions.path] })
      toast({ title: 'Success', description: 'Your password is changed. Your other devices are signed out.' })
      close()
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Change password" className="grid max-w-md gap-4">
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('current')} label="Current password" kind="current-password" error={errorOf('current')} />
      <PasswordField
        {...register('next')}
        label="New password"
        kind="new-password"
        hint={`At least ${minPasswordLength} characters.`}
        error={errorOf('next')}
      />
      <FormButtons label="Change password" working="Changing..." isPending={isPending} close={close} />
    </form>
  )
}
