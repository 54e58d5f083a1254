import { type ReactNode, use } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { DocumentPath, MailedKind } from '#web/documents/list/document-kind.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { toTitle } from '#web/entity/entity.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import type { NewDocument } from '#web/lib/dialogs/new-document.ts'
import { ShowDialogContext } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import type { Toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { DocumentDialog, type FormStart } from './document-dialog.tsx'
import { DocumentForm } from './document-form.tsx'
import { type Drafts, getDraftCalls } from './drafts.ts'
import type { SavedDocument } from './form-draft.ts'
import { type CheckedAmounts, toDraftBody } from './form-resolver.ts'
import { renumberedMessage } from './initial-draft.ts'
import { useDocumentForm } from './use-document-form.ts'

type Checked = FieldValues & CheckedAmounts
type Options<Saved extends SavedDocument> = {
  kind: Omit<MailedKind<never>, 'getNumber'> & { path: DocumentPath; getNumber: (doc: Saved) => string }
  drafts: Drafts<Saved>
  /** What is said instead of 'Estimate Created'. @param before undefined for a new one */
  done?: ((saved: Saved, before: Saved | undefined) => Toast | undefined) | undefined
  /** Below the dates. */
  children?: (saved: Saved | undefined) => ReactNode
}
const send = async <Saved extends SavedDocument>(kind: MailedKind<Saved>, saved: Saved, refresh: () => Promise<unknown>) => {
  const { notifyOutcome, sendAndWait } = await import('#web/documents/email/send-email.ts')
  notifyOutcome(kind, saved, await sendAndWait(kind, saved))
  await refresh()
}

const loadEmail = () => import('#web/documents/email/email-dialog.tsx')

const DraftForm = <Saved extends SavedDocument>(props: Options<Saved> & FormEnds & { start: FormStart<Saved> }) => {
  const { kind, drafts, done, children, start, ...ends } = props
  const { config, stored, resolver } = drafts
  const { noun, getNumber, email, refresh } = kind
  const { number: numberField } = config.fields
  const { create, update } = getDraftCalls(kind)
  const title = toTitle(noun)
  const show = use(ShowDialogContext)
  const viewAction = useViewAction(kind.path)
  /** Sent by email once it is created. */
  type Body = ReturnType<typeof toDraftBody<Checked>> & { isSent?: boolean }
  const edit = async (saved: Saved, { drawNumber, isSent: _, ...typed }: Body, request: IdempotentRequest) => {
    const kept = saved.hasNumber ? { [numberField]: getNumber(saved) } : { drawNumber }
    const body = { ...typed, ...(drawNumber && kept), version: saved.version }
    return (await call(update, { params: { id: saved.id }, body: body as never, ...request })) as SavedDocument as Saved
  }
  const state = useDocumentForm<Saved, Checked, Body, Saved>({
    ...{ ...ends, config, start },
    toValues: stored.toDraft,
    offersDraft: start.offersDraft,
    resolverFor: () => resolver,
    save: async ({ isSent, ...body }, request, saved) =>
      saved ? edit(saved, body, request) : ((await call(create, { body: body as never, ...request })) as SavedDocument as Saved),
    over: edit,
    done: (saved, body, before) => {
      const { id, customer } = saved
      const number = getNumber(saved)
      const detail = before ? undefined : renumberedMessage((body as FieldValues)[numberField], number)
      const said = done?.(saved, before)
      if (said) return { ...said, detail }
      if (before) return { title: `${title} Updated`, description: `${number} was updated.`, action: viewAction(id) }
      const created = { title: `${title} Created`, description: `${number} for ${customer.name} was created.`, detail }
      const may = email.may(saved as never)
      if (body.isSent) {
        if (may === true) void send(kind as never, saved, refresh)
        const outcome = may === true ? 'It is being sent by email.' : `No email was sent: ${may}`
        return { ...created, detail: [detail, outcome].filter(Boolean).join(' '), action: viewAction(id) }
      }
      const offer = { label: 'Send by Email', run: () => void show(loadEmail, { kind, id, isLater: false }) }
      return { ...created, action: may === true ? offer : viewAction(id) }
    },
    refresh,
    failed: `Failed to ${start.saved ? 'update' : 'create'} ${noun}. Please try again.`,
  })
  const { saved, pending } = state
  const press = (isSent: boolean) => ({
    pending: pending !== undefined && (pending.isSent ?? false) === isSent,
    disabled: pending !== undefined && (pending.isSent ?? false) !== isSent,
    onClick: state.submit((checked, proposed) => ({
      ...toDraftBody(checked, numberField, proposed),
      ...(isSent && { isSent }),
    })),
  })
  const [only, sending] = [press(false), press(true)]
  return (
    <DocumentForm
      state={state}
      buttons={
        saved ? (
          <Button {...only}>{only.pending ? 'Updating...' : `Update ${title}`}</Button>
        ) : (
          <>
            <Button variant="secondary" {...only}>
              {only.pending ? 'Saving...' : `Create ${title}`}
            </Button>
            <Button {...sending}>{sending.pending ? 'Creating...' : 'Create & Send'}</Button>
          </>
        )
      }
    >
      {children?.(saved)}
    </DocumentForm>
  )
}

export type DraftDialogProps = Omit<NewDocument, 'kind'> & { open: boolean; onClose: () => void }

/** Creates or edits a document that begins as a draft. */
export const DraftDialog = <Saved extends SavedDocument>(props: Options<Saved> & DraftDialogProps) => {
  const { kind, drafts, done, children, ...dialog } = props
  return (
    <DocumentDialog title={`${dialog.id === undefined ? 'Create New' : 'Edit'} ${toTitle(kind.noun)}`} {...drafts} {...dialog}>
      {(start, ends) => (
        <DraftForm {...{ kind, drafts, done, start }} {...ends}>
          {children!}
        </DraftForm>
      )}
    </DocumentDialog>
  )
}
