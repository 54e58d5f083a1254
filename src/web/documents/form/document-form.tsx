import { type ReactNode, useEffect, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { DocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { FormError, focusFirstProblem } from '#web/ui/form-failure.tsx'
import { ModalFooter, ModalHead, ModalSide } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DocumentFields } from './document-fields.tsx'
import { DocumentPreview } from './document-preview.tsx'
import type { FormDraft } from './form-draft.ts'
import { StickyTotal } from './totals-card.tsx'
import { TrialExpiredDialog } from './trial-expired-dialog.tsx'
import type { DocumentFormState } from './use-document-form.ts'
import { DocumentVersionConflict } from './version-conflict.tsx'

type Props<Checked extends FieldValues> = {
  form: DocumentFormState & { form: UseFormReturn<FormDraft, unknown, Checked> }
  label: string
  daysToEnd?: number | undefined
  minQuantity?: string | undefined
  children?: ReactNode
  buttons: ReactNode
  onCancel: () => void
}

const views = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const
type View = (typeof views)[number]['value']

/** A refused save shows the fields with its errors. */
const useView = ({ form, element }: Pick<Props<FieldValues>['form'], 'form' | 'element'>) => {
  const [view, setView] = useState<View>('edit')
  const isWide = useMediaQuery('(width >= 75rem) and (height >= 32rem)')
  const { errors, submitCount } = form.formState
  const errorCount = Object.keys(errors).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every refused save
  useEffect(() => {
    if (errorCount > 0) setView('edit')
  }, [errorCount, submitCount])
  useEffect(() => {
    if (view === 'edit') focusFirstProblem(element.current)
  }, [view, element])
  return { isWide, view: isWide ? ('edit' as const) : view, setView }
}

export const DocumentForm = <Checked extends FieldValues>({
  form: state,
  label,
  daysToEnd,
  minQuantity,
  children,
  buttons,
  onCancel,
}: Props<Checked>) => {
  const { config, currency, saved } = state
  const { isWide, view, setView } = useView(state)
  const { noun } = config
  const preview = <DocumentPreview noun={config.isUntaxed ? 'retainer' : noun} id={saved?.id} />
  return (
    <FormProvider {...state.form}>
      <DocumentCurrency value={currency}>
        {isWide ? (
          <ModalSide>{preview}</ModalSide>
        ) : (
          <ModalHead>
            <Segmented legend="Form or preview" name="view" options={views} value={view} onChange={setView} />
          </ModalHead>
        )}
        {state.conflict && <DocumentVersionConflict {...state.conflict} config={config} />}
        <form ref={state.element} noValidate onSubmit={(event) => event.preventDefault()} aria-label={label} className="grid gap-6">
          <div className={view === 'edit' ? 'grid gap-6' : 'hidden'}>
            <DraftOffer draft={state.local} what={saved ? 'unsaved changes' : config.nounWithArticle} onContinue={state.resumeDraft} />
            <DocumentFields
              config={config}
              isToBeIssued={noun !== 'estimate' && (saved?.status ?? 'draft') === 'draft'}
              issued={saved && saved.status !== 'draft' ? saved : undefined}
              {...state.number}
              savedCustomer={saved && { id: saved.customerId, name: saved.customer.name }}
              daysToEnd={daysToEnd}
              minQuantity={minQuantity}
            >
              {children}
            </DocumentFields>
          </div>
          {view === 'preview' && <div className="-mx-4 -mt-4 -mb-11! grid flex-1 sm:-mx-6 sm:-mt-5">{preview}</div>}
          <ModalFooter>
            <FormError failure={state.failure} className="w-full" />
            <SavePendingNotice saves={state.saves} />
            {/* On phones the total stands above the buttons, which share the width; an open keyboard leaves no room for more. */}
            <div className="contents items-center justify-between gap-2 max-sm:basis-full max-sm:typing:-my-1 sheet:flex sheet:flex-1">
              <StickyTotal currency={currency} />
              <Button variant="ghost" className="max-sm:typing:hidden sheet:-mr-2 sm:sheet:mr-0" onClick={onCancel}>
                Cancel
              </Button>
            </div>
            <div className="contents gap-2 max-sm:flex max-sm:basis-full max-sm:*:flex-1">{buttons}</div>
          </ModalFooter>
        </form>
        <TrialExpiredDialog {...state.trial} />
      </DocumentCurrency>
    </FormProvider>
  )
}
