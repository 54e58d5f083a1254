import { useQueryClient } from '@tanstack/react-query'
import { type Account, emailInput, minPasswordLength, nameInput, passwordInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/account-api.ts'
import { FormButtons } from '#web/features/account/form/form-parts.tsx'
import { FormFrame, SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { PasswordField, UsernameField } from '#web/ui/credential-fields.tsx'
import { Field, Input } from '#web/ui/field.tsx'

const question = 'Leave this page? Your account changes are not saved.'

const getNames = ({ firstName, lastName }: Account) => ({ firstName: firstName ?? '', lastName: lastName ?? '' })

export default function NameForm({ account }: { account: Account }) {
  const { keepAccount } = useUpdateAccount()
  const { form, errorOf, frame } = useSettingsForm({
    schema: nameInput,
    defaults: getNames(account),
    toValues: getNames,
    save: (body) => call(accountEndpoints.rename, { body }),
    isRepeatable: false,
    done: (saved) => {
      keepAccount(saved)
      // Save is disabled again and would lose the focus.
      document.getElementById('profile')?.focus({ preventScroll: true })
      toast({ title: 'Success', description: 'Your name is saved.' })
    },
    question,
  })
  return (
    <SettingsForm frame={frame} label="Name">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errorOf('firstName')}>
          <Input {...form.register('firstName')} dir="auto" autoComplete="given-name" />
        </Field>
        <Field label="Last name" required error={errorOf('lastName')}>
          <Input {...form.register('lastName')} dir="auto" autoComplete="family-name" />
        </Field>
      </div>
    </SettingsForm>
  )
}

export const EmailForm = ({ close }: { close: () => void }) => {
  const { keepAccount } = useUpdateAccount()
  const { form, errorOf, frame } = useSettingsForm({
    schema: emailInput,
    defaults: { email: '', password: '' },
    first: 'email',
    save: (body) => call(accountEndpoints.changeEmail, { body }),
    isRepeatable: false,
    done: (saved) => {
      keepAccount(saved)
      close()
      // The form is replaced by its result.
      document.getElementById('email')?.focus({ preventScroll: true })
    },
    question,
  })
  return (
    <FormFrame frame={frame} label="Change email" className="grid max-w-md gap-4">
      <Field
        label="New email"
        required
        error={errorOf('email')}
        hint="We'll send a confirmation link. Your email changes when you open it."
      >
        <Input {...form.register('email')} type="email" inputMode="email" autoCapitalize="off" spellCheck={false} autoComplete="off" />
      </Field>
      <PasswordField {...form.register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <FormButtons frame={frame} send={['Send the link', 'Sending...']} close={close} />
    </FormFrame>
  )
}

export const PasswordForm = ({ email, close }: { email: string | null; close: () => void }) => {
  const client = useQueryClient()
  const { keepAccount } = useUpdateAccount()
  const { form, errorOf, frame } = useSettingsForm({
    schema: passwordInput,
    defaults: { current: '', next: '' },
    first: 'current',
    save: (body) => call(accountEndpoints.changePassword, { body }),
    isRepeatable: false,
    done: (saved) => {
      keepAccount(saved)
      void client.invalidateQueries({ queryKey: [accountEndpoints.sessions.path] })
      toast({ title: 'Success', description: 'Your password is changed. Your other devices are signed out.' })
      close()
    },
    question,
  })
  return (
    <FormFrame frame={frame} label="Change password" className="grid max-w-md gap-4">
      <UsernameField email={email} />
      <PasswordField {...form.register('current')} label="Current password" kind="current-password" error={errorOf('current')} />
      <PasswordField
        {...form.register('next')}
        label="New password"
        kind="new-password"
        hint={`At least ${minPasswordLength} characters.`}
        error={errorOf('next')}
      />
      <FormButtons frame={frame} send={['Change password', 'Changing...']} close={close} />
    </FormFrame>
  )
}
