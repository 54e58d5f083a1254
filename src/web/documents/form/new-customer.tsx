import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type Customer, customerFields } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { type EntityDraft, readDraft } from '#web/entity/entity-draft.ts'
import { cacheCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { SimilarCustomerHint, useSimilarCustomers } from '#web/entity/pickers/similar-customers.tsx'
import { call } from '#web/lib/api/client.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'

const schema = customerFields.pick({ name: true, email: true })
const blank = { name: '', email: '' }

/** Name and email are enough here. */
export const NewCustomer = ({ onClose, onAdded }: { onClose: () => void; onAdded: (customer: Customer) => void }) => {
  const client = useQueryClient()
  const saves = useIdempotentSave()
  const { register, handleSubmit, setError, getValues, reset, subscribe, control, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: blank,
  })
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty
  // The document's own draft stores only the customer's id.
  const local = useLocalDraft<EntityDraft>({
    form: 'customer.beside',
    parse: (stored) => readDraft(blank, stored),
    read: (isLeaving) => (isDirty.current || isLeaving ? { values: getValues() } : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  const resumeDraft = (offer: OfferedDraft<EntityDraft>) => {
    local.take(offer)
    reset(offer.content.values, { keepDefaultValues: true })
  }
  const { element, failure, show, clear } = useFormFailure<typeof blank, HTMLDivElement>(setError, (path) =>
    path in blank ? path : undefined,
  )
  const add = useMutation({
    mutationFn: (body: z.output<typeof schema>) =>
      saves.save(
        body,
        (request) => call(customerEndpoints.create, { body, ...request }),
        (first, request) =>
          call(customerEndpoints.update, { params: { id: first.id }, body: { ...body, version: first.version }, ...request }),
      ),
    onSuccess: (customer) => {
      local.drop()
      for (const path of [apiPaths.dashboard, apiPaths.reports, customerEndpoints.create.path])
        void client.invalidateQueries({ queryKey: [path] })
      cacheCustomer(client, customer)
      onAdded(customer)
    },
    onMutate: clear,
    onError: show,
  })
  const close = () => {
    if (!saves.mayBeSaved()) local.drop()
    onClose()
  }
  const save = handleSubmit((body) => add.mutate(body))
  // Rendered inside the document's form, so it can't be a form itself.
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      if (!add.isPending) void save()
    }
  }
  const [name, email] = useWatch({ control, name: ['name', 'email'] })
  const similar = useSimilarCustomers({ name, email: email ?? '' })
  // Closes this part, not the surrounding dialog.
  useEscapeKey(true, close)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler serves the fields inside
    <div ref={element} onKeyDown={keys} className="mt-2 grid w-full gap-3 rounded-lg bg-sunken p-3">
      <p className="font-medium text-sm">New customer</p>
      <DraftOffer draft={local} what="an unfinished customer" onContinue={resumeDraft} />
      <Field
        label="Customer name"
        error={formState.errors.name?.message}
        hint={similar.name && <SimilarCustomerHint text={similar.name} />}
      >
        <Input {...register('name')} dir="auto" autoComplete="off" autoCapitalize="words" autoFocus />
      </Field>
      <Field
        label="Customer email"
        error={formState.errors.email?.message}
        hint={similar.email && <SimilarCustomerHint text={similar.email} />}
      >
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <FormError failure={failure} />
      <SavePendingNotice saves={saves} message="The customer will be saved when you are back online." />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={close}>
          Not now
        </Button>
        <Button variant="secondary" size="sm" pending={add.isPending} onClick={() => void save()}>
          Add customer
        </Button>
      </div>
    </div>
  )
}
