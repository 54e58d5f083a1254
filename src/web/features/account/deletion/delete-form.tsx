import { useMemo } from 'react'
import { deletionInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { UsernameField } from '#web/features/account/form/form-parts.tsx'
import { PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { accountDeletedPath } from '#web/lib/account-deleted.ts'
import { call } from '#web/lib/api/client.ts'
import { clearDrafts } from '#web/lib/drafts/local-drafts.ts'
import { dropUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'

/** For accounts without an email. */
const confirmationWord = 'delete'
const normalize = (text: string) => text.normalize('NFC').toLowerCase()

const createSchema = (email: string | null, needsPassword: boolean) =>
  deletionInput.check(({ value, issues }) => {
    const addIssue = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message })
    if (normalize(value.email) !== normalize(email ?? confirmationWord))
      addIssue('email', email === null ? `Type ${confirmationWord} to confirm` : 'This is not the email of this account')
    if (needsPassword && !value.password) addIssue('password', 'Password is required')
  })

/** The session has ended: removes drafts and cached data, and loads a fresh page. */
const leave = () => {
  const userId = getKnownUser()?.id
  dropUnsavedChanges()
  window.addEventListener('pagehide', () => clearDrafts(userId), { once: true })
  clearDrafts(userId)
  void clearOfflineCache()
  location.replace(accountDeletedPath)
}

type Props = { email: string | null; needsPassword: boolean; close: () => void }

export const DeleteForm = ({ email, needsPassword, close }: Props) => {
  const schema = useMemo(() => createSchema(email, needsPassword), [email, needsPassword])
  const { register, errorOf, submit, isPending, failure, element } = useAccountForm({
    schema,
    defaults: { email: '', password: '' },
    send: ({ email: typed, password }) => call(accountEndpoints.delete, { body: { email: typed, ...(needsPassword && { password }) } }),
    done: leave,
  })
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Delete my account" className="grid gap-4">
      <FormError failure={failure} />
      <Field
        label={`Type ${email === null ? `‘${confirmationWord}’` : 'your email'} to confirm`}
        required
        error={errorOf('email')}
        hint={email !== null && <span className="[overflow-wrap:anywhere]">{email}</span>}
      >
        <Input {...register('email')} inputMode="email" autoCapitalize="off" spellCheck={false} autoComplete="off" />
      </Field>
      {needsPassword && (
        <>
          <UsernameField email={email} />
          <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
        </>
      )}
      <DialogButtons label="Delete my account" working="Deleting..." isPending={isPending} danger close={close} />
    </form>
  )
}
