import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type Customer, customerFields } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { cacheCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { SimilarCustomerHint, useSimilarCustomers } from '#web/entity/pickers/similar-customers.tsx'
import type { FormHandle } from '#web/kit/use-discard-guard.ts'
import { useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'

const schema = customerFields.pick({ name: true, email: true })
const changed = [apiPaths.dashboard, apiPaths.reports, customerEndpoints.create.path]

/** Name and email are enough here. */
export const NewCustomer = ({ onClose, onAdded }: { onClose: () => void; onAdded: (customer: Customer) => void }) => {
  const client = useQueryClient()
  const formRef: FormHandle = useRef(null)
  const { form, errorOf, frame } = useRecordForm<z.input<typeof schema>, Customer>({
    ...{ onClose, formRef, onCancel: onClose },
    noun: 'customer',
    schema,
    defaults: { name: '', email: '' },
    // The document's own draft stores only the customer's id.
    keptAs: 'customer.beside',
    save: (body, request) => call(customerEndpoints.create, { body, ...request }),
    over: ({ id, version }, body, request) => call(customerEndpoints.update, { params: { id }, body: { ...body, version }, ...request }),
    // The field above shows the customer.
    done: () => undefined,
    onSaved: (customer) => {
      cacheCustomer(client, customer)
      onAdded(customer)
    },
    refresh: () => refreshPaths(changed),
  })
  const { register, control, handleSubmit } = form
  const { element, failure, saves, isPending, offer, send } = frame
  const close = () => {
    if (!saves.mayBeSaved()) formRef.current?.discard()
    onClose()
  }
  const save = handleSubmit(send)
  // Rendered inside the document's form, so it can't be a form itself.
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      void save()
    }
  }
  const [name, email] = useWatch({ control, name: ['name', 'email'] })
  const similar = useSimilarCustomers({ name, email: email ?? '' })
  // Closes this part, not the surrounding dialog.
  useEscapeKey(true, close)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler serves the fields inside
    <div ref={element as RefObject<never>} onKeyDown={keys} className="mt-2 grid w-full gap-3 rounded-lg bg-sunken p-3">
      <p className="font-medium text-sm">New customer</p>
      {offer}
      <Field label="Customer name" error={errorOf('name')} hint={similar.name && <SimilarCustomerHint text={similar.name} />}>
        <Input {...register('name')} dir="auto" autoComplete="off" autoCapitalize="words" autoFocus />
      </Field>
      <Field label="Customer email" error={errorOf('email')} hint={similar.email && <SimilarCustomerHint text={similar.email} />}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <FormError failure={failure} />
      <SavePendingNotice saves={saves} message="The customer will be saved when you are back online." />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={close}>
          Not now
        </Button>
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => void save()}>
          Add customer
        </Button>
      </div>
    </div>
  )
}
