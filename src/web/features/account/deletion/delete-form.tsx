import { useMemo } from 'react'
import { deletionInput } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { FormError, UsernameField } from '#web/features/account/form/form-parts.tsx'
import { PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { accountDeletedPath } from '#web/lib/account-deleted.ts'
import { clearDrafts } from '#web/lib/drafts/local-drafts.ts'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { Field, Input } from '#web/ui/field.tsx'

/** What is typed by whoever has no e-mail here. */
const wordInstead = 'delete'
const plain = (text: string) => text.normalize('NFC').toLowerCase()

/** The contract's, with the account's own address, and the password where it is asked for. */
const schemaFor = (email: string | null, needsPassword: boolean) =>
  deletionInput.check(({ value, issues }) => {
    const refuse = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message })
    if (plain(value.email) !== plain(email ?? wordInstead))
      refuse('email', email === null ? `Type ${wordInstead} to confirm` : 'This is not the e-mail of this account')
    if (needsPassword && !value.password) refuse('password', 'Password is required')
  })

/** Nobody is signed in any more: a fresh page says so, and nothing typed stays in this browser. */
const leave = () => {
  const userId = getKnownUser()?.id
  discardUnsavedChanges(() => true)
  window.addEventListener('pagehide', () => clearDrafts(userId), { once: true })
  clearDrafts(userId)
  void clearOfflineCache()
  location.replace(accountDeletedPath)
}

type Props = { email: string | null; needsPassword: boolean; close: () => void }

/** The address typed by hand, and the password: nobody does this by accident. */
export const DeleteForm = ({ email, needsPassword, close }: Props) => {
  const schema = useMemo(() => schemaFor(email, needsPassword), [email, needsPassword])
  const { register, errorOf, submit, isPending, failure } = useAccountForm({
    schema,
    defaults: { email: '', password: '' },
    send: ({ email: typed, password }) => accountClient.delete({ email: typed, ...(needsPassword && { password }) }),
    done: leave,
  })
  return (
    <form noValidate onSubmit={submit} aria-label="Delete my account" className="grid gap-4">
      <FormError failure={failure} />
      <Field
        label={`Type ${email === null ? `‘${wordInstead}’` : 'your e-mail'} to confirm`}
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
      <DialogButtons label="Delete my account for good" working="Deleting..." isPending={isPending} danger close={close} />
    </form>
  )
}
