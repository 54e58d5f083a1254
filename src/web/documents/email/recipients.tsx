import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { customerEndpoints } from '#modules/customers/model.ts'
import type { emailPreview } from '#shared/contract/document-emails.ts'
import { listAddresses, maxOtherEmails } from '#shared/email-addresses.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { type Bounced, isAmong } from './bounced-addresses.tsx'

type Mail = Pick<z.input<typeof emailPreview>, 'toName' | 'addresses' | 'ownAddress' | 'customerId'>
type Values = { to: string; cc: string[]; copyToMe: boolean }

const checkbox = 'flex min-h-6 items-center gap-2.5 text-sm [overflow-wrap:anywhere] pointer-coarse:min-h-11'

export const Recipients = ({ mail: { toName, ownAddress, customerId, ...mail }, bounced }: { mail: Mail; bounced: readonly Bounced[] }) => {
  const { register, control, getValues, setValue } = useFormContext<Values>()
  const [addresses, setAddresses] = useState<readonly string[]>(mail.addresses)
  const to = useWatch({ control, name: 'to' })
  const others = addresses.filter((address) => address !== to)
  const added = (now: readonly string[]) => {
    const isNew = (address: string) => !addresses.includes(address)
    setValue('cc', [...getValues('cc'), ...now.filter(isNew)], { shouldDirty: true })
    setAddresses(now)
  }
  return (
    <div className="grid gap-3">
      {addresses.length > 1 ? (
        <Field
          label={
            <>
              To <bdi>{toName}</bdi>
            </>
          }
        >
          <Select {...register('to')}>
            {addresses.map((address) => (
              <option key={address} value={address}>
                {address}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="block font-medium">
            To <bdi>{toName}</bdi>
          </span>
          <span className="text-muted">{to}</span>
        </p>
      )}
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">Cc</legend>
        {others.map((address) => (
          <label key={address} className={checkbox}>
            <input
              type="checkbox"
              value={address}
              {...register('cc')}
              className="size-4 shrink-0 accent-accent"
              disabled={isAmong(bounced, address)}
            />
            {address}
          </label>
        ))}
        {addresses.length <= maxOtherEmails && <AddAddress customerId={customerId} onAdded={added} />}
      </fieldset>
      {ownAddress && (
        <label className={checkbox}>
          <input type="checkbox" {...register('copyToMe')} className="size-4 shrink-0 accent-accent" />
          <span>
            Send me a copy <span className="text-muted">({ownAddress})</span>
          </span>
        </label>
      )}
    </div>
  )
}

type AddProps = { customerId: number; onAdded: (addresses: readonly string[]) => void }

/** On the customer's record: emails go nowhere else. */
const AddAddress = ({ customerId, onAdded }: AddProps) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (address: string) => {
      const { id, ...customer } = await call(customerEndpoints.one, { params: { id: customerId } })
      const otherEmails = [customer.otherEmails, address].filter(Boolean).join(', ')
      return runMutation((request) => call(customerEndpoints.update, { params: { id }, body: { ...customer, otherEmails }, ...request }))
    },
    onError: () => field.current?.focus(),
    onSuccess: (customer) => {
      setTyped(undefined)
      onAdded(listAddresses(customer))
      void client.invalidateQueries({ queryKey: [customerEndpoints.list.path] })
    },
  })
  if (typed === undefined)
    return (
      <Button variant="ghost" size="sm" className="-ml-2.5 justify-self-start text-accent" onClick={() => setTyped('')}>
        <Plus aria-hidden /> Add address
      </Button>
    )
  const submit = () => {
    if (typed.trim() && !add.isPending) add.mutate(typed.trim())
  }
  const failure = add.error ? toFailure(add.error) : undefined
  return (
    <div className="flex items-start gap-2">
      <Field
        label="New address"
        hint="It is saved with the customer."
        error={failure && (failure.issues[0]?.message ?? failure.message)}
        className="min-w-0 flex-1"
      >
        <Input
          ref={field}
          type="email"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Inside the form of the email, which must not be sent.
            event.preventDefault()
            submit()
          }}
        />
      </Field>
      <Button variant="secondary" className="mt-6.5" pending={add.isPending} onClick={submit}>
        Add
      </Button>
    </div>
  )
}
