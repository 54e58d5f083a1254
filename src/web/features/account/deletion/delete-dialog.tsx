import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Account, deletionInput } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { formatPlan } from '#shared/plans.ts'
import { DialogButtons } from '#web/features/account/form/form-parts.tsx'
import { FormFrame, useSettingsForm } from '#web/kit/settings-form.tsx'
import { accountDeletedPath } from '#web/lib/account-deleted.ts'
import { call } from '#web/lib/api/client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { clearDrafts } from '#web/lib/drafts/local-drafts.ts'
import { dropUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { PasswordField, UsernameField } from '#web/ui/credential-fields.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listDeletionEffects } from './deletion-effects.ts'

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

type FormProps = { email: string | null; needsPassword: boolean; close: () => void }

const DeleteForm = ({ email, needsPassword, close }: FormProps) => {
  const schema = useMemo(() => createSchema(email, needsPassword), [email, needsPassword])
  const { form, errorOf, frame } = useSettingsForm({
    schema,
    defaults: { email: '', password: '' },
    save: ({ email: typed, password }) => call(accountEndpoints.delete, { body: { email: typed, ...(needsPassword && { password }) } }),
    isRepeatable: false,
    done: leave,
  })
  const { register } = form
  return (
    <FormFrame frame={frame} label="Delete my account">
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
      <DialogButtons frame={frame} send={['Delete my account', 'Deleting...']} danger close={close} />
    </FormFrame>
  )
}

const planName = () => {
  const user = getKnownUser()
  return user?.subscriptionStatus === 'active' ? `Your ${formatPlan(user)}` : 'Your plan'
}

type Props = { account: Account; open: boolean; onClose: () => void }

export default function DeleteDialog({ account, open, onClose }: Props) {
  const effects = useQuery({ ...readQuery(accountEndpoints.deletion), gcTime: 0 })
  return (
    <Modal title="Delete my account" open={open} onClose={onClose} guard>
      <Loaded query={effects} fallback={<EffectsOutline />}>
        {(data) => (
          <div className="grid gap-5">
            <div className="text-sm">
              <p className="font-medium">This will be permanently deleted:</p>
              <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-danger">
                {listDeletionEffects(data, planName()).map((line) => (
                  <li key={line}>{line}.</li>
                ))}
              </ul>
            </div>
            <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
              Most countries require you to keep invoices and receipts for years. Export your data first if you haven't. This can't be
              undone.
            </p>
            <DeleteForm email={account.email} needsPassword={data.needsPassword} close={onClose} />
          </div>
        )}
      </Loaded>
    </Modal>
  )
}

const EffectsOutline = () => (
  <div role="status" aria-label="Counting what would be deleted" className="grid gap-3">
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-32" />
    <Skeleton className="h-16" />
  </div>
)
