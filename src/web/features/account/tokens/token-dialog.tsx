import { type ComponentProps, useId, useState } from 'react'
import type { z } from 'zod'
import type { Account } from '#shared/contract/account.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/account.ts'
import { tokenInput, tokenLifetimes } from '#shared/contract/tokens.ts'
import { textLimits } from '#shared/text-limits.ts'
import { mayWrite, scopeAreas } from '#shared/token-scopes.ts'
import type { NewToken } from '#web/features/account/api/account-api.ts'
import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { DialogButtons } from '#web/features/account/form/form-parts.tsx'
import { FormFrame, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { CodeField, PasswordField, UsernameField } from '#web/ui/credential-fields.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'

type ScopeFieldsetProps = { field: Omit<ComponentProps<'input'>, 'value' | 'type'>; error: string | undefined }

const columns = 'grid grid-cols-[minmax(0,1fr)_4rem_4rem] items-center sm:grid-cols-[minmax(0,1fr)_6rem_6rem]'

const ScopeFieldset = ({ field, error }: ScopeFieldsetProps) => {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="required-mark font-medium text-sm">Permissions</legend>
      <div className="mt-1.5 rounded-lg border border-line">
        <div className={`${columns} border-line border-b bg-sunken/60 px-3 py-2 font-medium text-[0.8125rem] text-muted`} aria-hidden>
          <span />
          <span className="text-center">Read</span>
          <span className="text-center">Write</span>
        </div>
        <ul className="divide-y divide-line">
          {scopeAreas.map(({ area, label, hint }) => (
            <li key={area} className={`${columns} px-3 py-1.5`}>
              <span className="min-w-0 text-sm">
                <span className="font-medium">{label}</span>
                <span className="block text-pretty text-[0.8125rem] text-muted">{hint}</span>
              </span>
              <Box field={field} scope={`${area}:read`} label={`${label}: read`} />
              {mayWrite(area) ? <Box field={field} scope={`${area}:write`} label={`${label}: write`} /> : <span />}
            </li>
          ))}
        </ul>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const Box = ({ field, scope, label }: { field: ScopeFieldsetProps['field']; scope: string; label: string }) => (
  <label className="grid min-h-9 cursor-pointer place-items-center pointer-coarse:min-h-11">
    <input {...field} type="checkbox" value={scope} aria-label={label} className="size-4 accent-accent pointer-coarse:size-5" />
  </label>
)

const formatLifetime = (days: number | null): string => (days === null ? 'No expiration' : days === 365 ? '1 year' : `${days} days`)
const defaultLife = 90

type FormProps = { account: Account; done: (created: NewToken) => void; close: () => void }

const TokenForm = ({ account, done, close }: FormProps) => {
  const isLocal = account.managedBy === 'billfold'
  const defaults: z.input<typeof tokenInput> = {
    name: '',
    scopes: [],
    expiresInDays: defaultLife,
    ...(isLocal && { password: '', code: '' }),
  }
  const { form, errorOf, frame } = useSettingsForm({
    schema: tokenInput,
    defaults,
    first: 'name',
    isRepeatable: false,
    save: (body) => call(tokenEndpoints.create, { body }),
    done,
  })
  const { register } = form
  const lifetimeOptions = { setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)) }
  return (
    <FormFrame frame={frame} className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Name" required hint="For your reference, such as “Shop”." error={errorOf('name')}>
          <Input {...register('name')} autoComplete="off" maxLength={textLimits.tokenName} dir="auto" />
        </Field>
        <Field label="Expires after" error={errorOf('expiresInDays')}>
          <Select {...register('expiresInDays', lifetimeOptions)}>
            {tokenLifetimes.map((days) => (
              <option key={days} value={days ?? ''}>
                {formatLifetime(days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ScopeFieldset field={register('scopes')} error={errorOf('scopes')} />
      {isLocal && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <UsernameField email={account.email} />
          <PasswordField {...register('password')} label="Your password" kind="current-password" error={errorOf('password')} />
          {account.twoFactor.isOn && (
            <CodeField {...register('code')} hint="From your authenticator app, or a recovery code." error={errorOf('code')} />
          )}
        </div>
      )}
      <DialogButtons frame={frame} send={['Create token', 'Creating...']} close={close} />
    </FormFrame>
  )
}

type NewTokenProps = { token: string; name: string; close: () => void }

const NewTokenPanel = ({ token, name, close }: NewTokenProps) => (
  <div className="grid gap-4">
    <p role="status" className="text-pretty text-sm">
      Copy the token of <strong className="font-medium [overflow-wrap:anywhere]">“{name}”</strong> now and store it like a password: anyone
      who has it can do what you allowed. It won't be shown again.
    </p>
    <div className="grid justify-items-start gap-3 rounded-lg bg-sunken px-4 py-3">
      <code data-testid="new-token" className="min-w-0 select-all font-mono text-sm [overflow-wrap:anywhere]">
        {token}
      </code>
      <CopyButton text={token} what="token" />
    </div>
    <ModalFooter>
      <Button onClick={close}>Done</Button>
    </ModalFooter>
  </div>
)

const closeQuestion = "Close without copying the token? It won't be shown again."

type Props = { account: Account; open: boolean; added: () => void; onClose: () => void }

/** The token itself is shown once. */
export default function TokenDialog({ account, open, added, onClose }: Props) {
  const [created, setMade] = useState<NewToken>()
  const leave = async () => {
    if (!created || (await confirmAction(closeQuestion, { confirm: 'Close', isDestructive: true }))) onClose()
  }
  return (
    <Modal title={created ? 'Your new token' : 'New API token'} size={created ? 'sm' : 'md'} open={open} onClose={leave} guard>
      {created ? (
        <NewTokenPanel token={created.token} name={created.made.name} close={onClose} />
      ) : (
        <TokenForm
          account={account}
          done={(token) => {
            setMade(token)
            added()
          }}
          close={leave}
        />
      )}
    </Modal>
  )
}
