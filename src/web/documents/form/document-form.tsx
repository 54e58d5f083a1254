import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { DocumentFields } from './document-fields.tsx'
import type { FormDraft } from './form-draft.ts'
import { StickyTotal } from './totals-card.tsx'
import { TrialExpiredDialog } from './trial-expired-dialog.tsx'
import type { DocumentFormState } from './use-document-form.ts'
import { DocumentVersionConflict } from './version-conflict.tsx'

type Props<Checked extends FieldValues> = {
  /** The return value of `useDocumentForm`. */
  form: DocumentFormState & { form: UseFormReturn<FormDraft, unknown, Checked> }
  /** The form's accessible name. */
  label: string
  daysToEnd?: number | undefined
  minQuantity?: string | undefined
  /** Additional fields beside the dates. */
  children?: ReactNode
  /** The buttons after Cancel. */
  buttons: ReactNode
  onCancel: () => void
}

/** The form of a document with its unfinished draft, version conflict, buttons and trial dialog. */
export const DocumentForm = <Checked extends FieldValues>({
  form: state,
  label,
  daysToEnd,
  minQuantity,
  children,
  buttons,
  onCancel,
}: Props<Checked>) => {
  const { config, saved } = state
  return (
    <FormProvider {...state.form}>
      {state.conflict && <DocumentVersionConflict {...state.conflict} config={config} />}
      <form ref={state.element} noValidate onSubmit={(event) => event.preventDefault()} aria-label={label} className="grid gap-6">
        <DraftOffer draft={state.local} what={saved ? 'unsaved changes' : config.nounWithArticle} onContinue={state.resumeDraft} />
        <DocumentFields
          config={config}
          {...state.number}
          savedCustomer={saved && { id: saved.customerId, name: saved.customer.name }}
          daysToEnd={daysToEnd}
          minQuantity={minQuantity}
        >
          {children}
        </DocumentFields>
        <ModalFooter>
          <SavePendingNotice saves={state.saves} />
          {/* On phones the total stands above the buttons, which share the width; an open keyboard leaves no room for more. */}
          <div className="contents items-center justify-between gap-2 max-sm:basis-full max-sm:typing:-my-1 sheet:flex sheet:flex-1">
            <StickyTotal />
            <Button variant="ghost" className="max-sm:typing:hidden sheet:-mr-2 sm:sheet:mr-0" onClick={onCancel}>
              Cancel
            </Button>
          </div>
          <div className="contents gap-2 max-sm:flex max-sm:basis-full max-sm:*:flex-1">{buttons}</div>
        </ModalFooter>
      </form>
      <TrialExpiredDialog {...state.trial} />
    </FormProvider>
  )
}
