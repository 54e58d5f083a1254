import { type Account, nameInput } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { FormButtons, FormError } from '#web/features/account/form/form-parts.tsx'
import { unsavedQuestion, useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { toast } from '#web/lib/toast.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

const namesOf = ({ firstName, lastName }: Account) => ({ firstName: firstName ?? '', lastName: lastName ?? '' })

/** First and last name; there is something to save only when one of them changed. */
export default function NameForm({ account }: { account: Account }) {
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure } = useAccountForm({
    schema: nameInput,
    defaults: namesOf(account),
    send: accountClient.rename,
    done: (saved, begin) => {
      keepAccount(saved)
      begin(namesOf(saved))
      // Save is switched off again, and would take the focus with it.
      document.getElementById('profile')?.focus({ preventScroll: true })
      toast({ title: 'Success', description: 'Your name is saved.' })
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form noValidate onSubmit={submit} aria-label="Name" className="grid gap-4">
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
