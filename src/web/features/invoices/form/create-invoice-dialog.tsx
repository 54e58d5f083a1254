import { type ComponentType, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceInput, InvoiceWire, invoicesApi } from '#shared/contract/invoices.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { DocumentDialog, type FormStart } from '#web/documents/form/document-dialog.tsx'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { type FormDraft, listPlannedDays } from '#web/documents/form/form-draft.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { renumberedMessage } from '#web/documents/form/initial-draft.ts'
import { intervalOptions, type RepeatFormProps } from '#web/documents/form/intervals.ts'
import { describeTrialUse } from '#web/documents/form/trial-limit.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { usePaymentLink } from '#web/features/invoices/actions/use-payment-link.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { NewDocument, NewKind } from '#web/lib/dialogs/new-document.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { type Toast, toast, toastWhile } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { type CheckedInvoice, createBody, getInvoiceForm, invoiceResolver, isFirstInvoice, storedInvoices } from './invoice-draft.ts'
import { newPlan, PaymentPlan } from './payment-plan.tsx'

type Body = ReturnType<typeof createBody>
type Created = WireReplyOf<typeof invoicesApi.create>

/** After an attempt without an answer, a changed form is saved as an update of the created invoice, which is then sent. */
const saveOver = async (
  created: Created,
  { drawNumber, holdEmail: _, kind: __, instalments, ...body }: Body,
  request: IdempotentRequest,
): Promise<Created> => {
  const params = { id: created.id }
  const kept = created.hasNumber ? { invoiceNumber: created.invoiceNumber } : { drawNumber }
  const edit = { ...body, ...(drawNumber && kept), version: created.version }
  const saved: InvoiceWire = await call(invoiceEndpoints.update, { params, body: edit, ...request })
  if (instalments)
    await call(invoiceEndpoints.saveSchedule, {
      params,
      body: { instalments },
      ...request,
      idempotencyKey: `${request.idempotencyKey}-instalments`,
    })
  if (body.status !== 'sent' || created.emailedTo !== null || !saved.customer.email) return { ...created, ...saved }
  const { emailedTo, email } = await call(invoiceEndpoints.sendEmail, {
    params,
    ...request,
    idempotencyKey: `${request.idempotencyKey}-email`,
  })
  return { ...created, ...saved, emailedTo, emailState: email.state }
}

/** How long Undo is offered; the server holds the email a little longer. */
const undoMs = 10_000

/** What is said of a new invoice. One that is being sent becomes a draft again by Undo, unless it is too late. */
const useNotice = () => {
  const link = usePaymentLink()
  const viewAction = useViewAction('/invoices')
  const undo = async ({ id, invoiceNumber }: Created) => {
    try {
      await runMutation((request) => call(invoiceEndpoints.undoSend, { params: { id }, ...request }))
      toast({
        title: 'Not Sent',
        description: `Invoice ${invoiceNumber} is a draft again. No email was sent.`,
        action: viewAction(id),
      })
    } catch (error) {
      const { message } = toFailure(error as Error)
      toastFailure(error, { title: 'Not Undone', description: message, variant: 'destructive' })
    }
    await refreshInvoices()
  }
  return (invoice: Created, { status, invoiceNumber }: Body): Toast | undefined => {
    const { id, emailedTo, customer } = invoice
    const detail = renumberedMessage(invoiceNumber, invoice.invoiceNumber)
    const created = { title: 'Success', description: 'Invoice created successfully', detail }
    if (status === 'draft') return { ...created, action: viewAction(id) }
    if (emailedTo === null)
      return {
        ...created,
        description: `${created.description}. No email was sent: ${customer.name} has no email address.`,
        action: { label: 'Copy payment link', run: () => link.mutate(invoice) },
      }
    const close = toastWhile({
      ...created,
      detail: [detail, `Invoice ${invoice.invoiceNumber} is being sent to ${emailedTo}.`].filter(Boolean).join(' '),
      action: { label: 'Undo', run: () => void undo(invoice) },
    })
    setTimeout(close, undoMs)
    return undefined
  }
}

/** How long a notice waits for a panel that takes the focus: a screen reader stops what it says when the focus moves. */
const patienceMs = 1000

const whenPanelHasFocus = (id: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      resolve()
    }
    const look = ({ target }: FocusEvent) => (target as Element).closest(`[data-record="${id}"]:not([data-row])`) && end()
    const timer = setTimeout(end, patienceMs)
    document.addEventListener('focusin', look)
  })

/** From any page, as a row of the list opens it. @param query of the address; by default the list's */
const useShowPanel = () => {
  const [, navigate] = useLocation()
  return (id: number, query = location.pathname.startsWith('/invoices') ? location.search : '') =>
    navigate(`/invoices/${id}${query}`, { state: { fromList: location.pathname === '/invoices', focus: true } })
}

type Next = RefObject<(() => void) | undefined>
type Repeated = Pick<RepeatFormProps, 'draft' | 'interval' | 'offersDraft' | 'onSaved'>
type InvoiceFormProps = {
  kind: NewKind
  start: FormStart<InvoiceWire>
  /** What was typed before it was to be repeated. */
  typed: FormDraft | undefined
  repeat: (repeated: Repeated) => void
  next: Next
} & FormEnds

const InvoiceForm = ({ kind, start, typed, repeat, next, ...ends }: InvoiceFormProps) => {
  const [isFirst] = useState(isFirstInvoice)
  const notice = useNotice()
  const show = useShowPanel()
  const state = useDocumentForm<InvoiceWire, CheckedInvoice, Body, Created>({
    ...ends,
    config: getInvoiceForm(kind),
    start,
    offersDraft: start.offersDraft && kind === 'standard' && !typed,
    resolverFor: () => invoiceResolver,
    save: (body, request) => call(invoiceEndpoints.create, { body, ...request }),
    over: saveOver,
    done: (invoice, body) => {
      if (form.getValues('plan') === 'deposit') {
        next.current = () => show(invoice.id, '?do=deposit')
        return { ...notice(invoice, body)!, action: undefined }
      }
      if (!isFirst || body.status !== 'sent') return notice(invoice, body)
      // The first one opens, with what comes next.
      next.current = async () => {
        show(invoice.id)
        await whenPanelHasFocus(invoice.id)
        const said = notice(invoice, body)
        if (said) toast(said)
      }
      return undefined
    },
    // It counts toward the trial.
    refresh: () => Promise.all([refreshInvoices(), queryClient.invalidateQueries({ queryKey: [apiPaths.currentUser] })]),
    resumed: () => {
      if (form.getValues('repeats') !== 'never') becomeRecurring(true)
    },
    failed: 'Failed to create invoice',
  })
  const { form } = state
  const { reset } = form
  const plan = useWatch({ control: form.control, name: 'plan' })
  // What is typed stays stored in this browser until the recurring invoice is saved.
  const becomeRecurring = (offersDraft: boolean) => {
    const draft = { ...form.getValues(), number: state.number.getInitial() }
    repeat({ draft, interval: draft.repeats!, offersDraft, onSaved: ends.formRef.current!.discard })
  }
  useEffect(() => {
    if (!typed) return
    reset(typed, { keepDefaultValues: true })
    // After the form has focused its first field, which it does a moment later.
    setTimeout(() => document.getElementsByName('repeats')[0]?.focus())
  }, [typed, reset])
  const pendingStatus = state.pending?.status
  const save = (status: InvoiceInput['status']) => ({
    pending: pendingStatus === status,
    disabled: pendingStatus !== undefined && pendingStatus !== status,
    onClick: state.submit(
      (checked, proposed) => createBody(checked, { status, kind, instalmentDays: listPlannedDays(form.getValues()) }, proposed),
      status === 'sent',
    ),
  })

  return (
    <DocumentForm
      state={state}
      buttons={
        plan === 'deposit' ? (
          <Button {...save('draft')}>{pendingStatus === 'draft' ? 'Saving...' : 'Request a deposit'}</Button>
        ) : (
          <>
            <Button variant="secondary" {...save('draft')}>
              {pendingStatus === 'draft' ? 'Saving...' : 'Save as Draft'}
            </Button>
            <Button {...save('sent')}>{pendingStatus === 'sent' ? 'Creating...' : 'Create & Send'}</Button>
          </>
        )
      }
    >
      <TrialUse />
      {kind === 'retainer' ? (
        <p className="text-[0.8125rem] text-muted">Without tax. What is paid of it becomes credit, which you apply to later invoices.</p>
      ) : (
        <>
          <Field label="Repeats" className="max-sm:col-span-1!">
            <Select
              name="repeats"
              value="never"
              onChange={({ target }) => {
                form.setValue('repeats', target.value, { shouldDirty: true })
                becomeRecurring(false)
              }}
            >
              <option value="never">Never</option>
              {intervalOptions.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <PaymentPlan />
        </>
      )}
    </DocumentForm>
  )
}

const TrialUse = () => {
  const user = getKnownUser()
  const used = user && describeTrialUse(user)
  return (
    used && (
      <p className="col-span-full text-[0.8125rem] text-muted">
        {used}{' '}
        <a
          href="/subscribe"
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          See plans
          <span className="sr-only"> (in a new tab)</span>
        </a>
      </p>
    )
  )
}

const withPlan = (start: FormStart<InvoiceWire>) => ({ ...start, draft: { ...newPlan, ...start.draft } })

type Props = NewDocument & {
  open: boolean
  onClose: () => void
  /** What the form of an invoice that is repeated becomes, of another feature. */
  RepeatForm: ComponentType<RepeatFormProps>
}

export const CreateInvoiceDialog = ({ kind = 'standard', RepeatForm, ...dialog }: Props) => {
  const next: Next = useRef(undefined)
  const [repeated, setRepeated] = useState<Repeated>()
  const [typed, setTyped] = useState<FormDraft>()
  return (
    <DocumentDialog
      next={next}
      title={repeated ? 'New Recurring Invoice' : kind === 'retainer' ? 'Request a Retainer' : 'Create New Invoice'}
      config={getInvoiceForm(kind)}
      stored={storedInvoices}
      {...dialog}
    >
      {(start, ends) =>
        repeated ? (
          <Suspense fallback={<FormSkeleton />}>
            <RepeatForm
              {...repeated}
              {...ends}
              onNever={(content) => {
                // The form stores what is typed there from now on.
                repeated.onSaved()
                setTyped({ ...repeated.draft, ...content, repeats: 'never' })
                setRepeated(undefined)
              }}
            />
          </Suspense>
        ) : (
          <InvoiceForm {...{ kind, typed, next, ...ends }} start={withPlan(start)} repeat={setRepeated} />
        )
      }
    </DocumentDialog>
  )
}
