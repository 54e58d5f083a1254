import { emailInput } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { FormButtons, FormError } from '#web/features/account/form/form-parts.tsx'
import { PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { unsavedQuestion, useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

/** Where the account's e-mails are to go from now on. */
export const EmailForm = ({ close }: { close: () => void }) => {
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure } = useAccountForm({
    schema: emailInput,
    defaults: { email: '', password: '' },
    first: 'email',
    send: accountClient.changeEmail,
    done: (saved) => {
      keepAccount(saved)
      close()
      // The form gives way to what it came to.
      document.getElementById('email')?.focus({ preventScroll: true })
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form noValidate onSubmit={submit} aria-label="Change e-mail" className="grid max-w-md gap-4">
      <FormError failure={failure} />
      <Field label="New e-mail" required error={errorOf('email')} hint="We mail a link there. Nothing changes before you follow it.">
        <Input {...register('email')} type="email" inputMode="email" autoCapitalize="off" spellCheck={false} autoComplete="off" />
      </Field>
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <FormButtons label="Send the link" working="Sending..." isPending={isPending} close={close} />
    </form>
  )
}
