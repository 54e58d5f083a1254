import { type ComponentProps, useId } from 'react'
import type { z } from 'zod'
import type { Account } from '#shared/contract/account.ts'
import { tokenEndpoints } from '#shared/contract/endpoints/tokens.ts'
import { tokenInput, tokenLifetimes } from '#shared/contract/tokens.ts'
import { textLimits } from '#shared/text-limits.ts'
import { mayWrite, scopeAreas } from '#shared/token-scopes.ts'
import type { NewToken } from '#web/features/account/api/queries.ts'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { UsernameField } from '#web/features/account/form/form-parts.tsx'
import { CodeField, PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { formatLifetime } from './token-labels.ts'

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

const defaultLife = 90

type Props = { account: Account; done: (created: NewToken) => void; close: () => void }

export const TokenForm = ({ account, done, close }: Props) => {
  const isLocal = account.managedBy === 'billfold'
  const { register, errorOf, submit, isPending, failure, element } = useAccountForm<z.input<typeof tokenInput>, NewToken>({
    schema: tokenInput,
    defaults: { name: '', scopes: [], expiresInDays: defaultLife, ...(isLocal ? { password: '', code: '' } : {}) },
    first: 'name',
    send: (body) => call(tokenEndpoints.create, { body }),
    done,
  })
  const lifetimeOptions = { setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)) }
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <FormError failure={failure} />
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
      <DialogButtons label="Create token" working="Creating..." isPending={isPending} close={close} />
    </form>
  )
}
