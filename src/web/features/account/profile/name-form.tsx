import { type Account, nameInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { FormButtons } from '#web/features/account/form/form-parts.tsx'
import { unsavedQuestion, useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

const getNames = ({ firstName, lastName }: Account) => ({ firstName: firstName ?? '', lastName: lastName ?? '' })

export default function NameForm({ account }: { account: Account }) {
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure, element } = useAccountForm({
    schema: nameInput,
    defaults: getNames(account),
    send: (body) => call(accountEndpoints.rename, { body }),
    done: (saved, resetTo) => {
      keepAccount(saved)
      resetTo(getNames(saved))
      // Save is disabled again and would lose the focus.
      document.getElementById('profile')?.focus({ preventScroll: true })
      toast({ title: 'Success', description: 'Your name is saved.' })
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Name" className="grid gap-4">
      <FormError failure={failure} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errorOf('firstName')}>
          <Input {...register('firstName')} dir="auto" autoComplete="given-name" />
        </Field>
        <Field label="Last name" required error={errorOf('lastName')}>
          <Input {...register('lastName')} dir="auto" autoComplete="family-name" />
        </Field>
      </div>
      <FormButtons label="Save" working="Saving..." isPending={isPending} disabled={!isDirty} />
    </form>
  )
}
