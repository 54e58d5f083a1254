import { emailInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { FormButtons } from '#web/features/account/form/form-parts.tsx'
import { PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { unsavedQuestion, useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

export const EmailForm = ({ close }: { close: () => void }) => {
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure, element } = useAccountForm({
    schema: emailInput,
    defaults: { email: '', password: '' },
    first: 'email',
    send: (body) => call(accountEndpoints.changeEmail, { body }),
    done: (saved) => {
      keepAccount(saved)
      close()
      // The form is replaced by its result.
      document.getElementById('email')?.focus({ preventScroll: true })
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Change email" className="grid max-w-md gap-4">
      <FormError failure={failure} />
      <Field
        label="New email"
        required
        error={errorOf('email')}
        hint="We'll send a confirmation link. Your email changes when you open it."
      >
        <Input {...register('email')} type="email" inputMode="email" autoCapitalize="off" spellCheck={false} autoComplete="off" />
      </Field>
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <FormButtons label="Send the link" working="Sending..." isPending={isPending} close={close} />
    </form>
  )
}
