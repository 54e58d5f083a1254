import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Currency } from '#shared/currencies.ts'
import { DocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { capitalize } from '#web/entity/entity.ts'
import type { RecordFormFrame } from '#web/kit/use-record-form.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { HomeCurrency, useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, focusFirstProblem } from '#web/ui/form-failure.tsx'
import { ModalFooter, ModalHead, ModalSide } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DocumentFields } from './document-fields.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { StickyTotal } from './totals-card.tsx'
import { TrialExpiredDialog } from './trial-expired-dialog.tsx'
import type { DocumentFormState } from './use-document-form.ts'
import { DocumentVersionConflict } from './version-conflict.tsx'

/** Loaded with the draft that needs it. */
const BusinessStrip = lazy(() => import('./business-strip.tsx'))

const views = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const
type View = (typeof views)[number]['value']

/** A refused save shows the fields with its errors. */
const useView = ({ formState }: Pick<UseFormReturn, 'formState'>, { element }: RecordFormFrame) => {
  const [view, setView] = useState<View>('edit')
  const isWide = useMediaQuery('(width >= 75rem) and (height >= 32rem)')
  const { errors, submitCount } = formState
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

type FrameProps<Values extends FieldValues, Checked extends FieldValues> = {
  /** Of `useRecordForm`. */
  form: UseFormReturn<Values, unknown, Checked>
  frame: RecordFormFrame
  currency: Currency
  label: string
  /** Outside of the form: what it collides with. */
  above: ReactNode
  /** Beside the form, or instead of it. */
  preview: ReactNode
  children: ReactNode
  buttons: ReactNode
}

/** The frame of a form with line items: their currency, and the buttons with the total. */
export const DocumentFrame = <Values extends FieldValues, Checked extends FieldValues>({
  form,
  frame,
  currency,
  label,
  above,
  preview,
  children,
  buttons,
}: FrameProps<Values, Checked>) => {
  const { element, failure, saves, onCancel } = frame
  const { isWide, view, setView } = useView(form, frame)
  return (
    <FormProvider {...form}>
      <DocumentCurrency value={currency}>
        {isWide ? (
          <ModalSide>{preview}</ModalSide>
        ) : (
          <ModalHead>
            <Segmented legend="Form or preview" name="view" options={views} value={view} onChange={setView} />
          </ModalHead>
        )}
        {above}
        <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} aria-label={label} className="grid gap-6">
          <div className={view === 'edit' ? 'grid gap-6' : 'hidden'}>{children}</div>
          {view === 'preview' && <div className="-mx-4 -mt-4 -mb-11! grid flex-1 sm:-mx-6 sm:-mt-5">{preview}</div>}
          <ModalFooter>
            <FormError failure={failure} className="w-full" />
            <SavePendingNotice saves={saves} />
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
      </DocumentCurrency>
    </FormProvider>
  )
}

type Props<Checked extends FieldValues> = {
  state: DocumentFormState<Checked>
  /** Below the dates. */
  children?: ReactNode
  buttons: ReactNode
}

export const DocumentForm = <Checked extends FieldValues>({ state, children, buttons }: Props<Checked>) => {
  const { config, form, frame, currency, days, saved, conflict, number, trial } = state
  const { noun } = config
  const name = config.isUntaxed ? 'retainer' : noun
  const [home, newHome] = [useHomeCurrency(), useWatch({ control: form.control, name: 'businessCurrency' })]
  const { data: profile } = useQuery({ ...businessProfileQuery, enabled: newHome !== undefined })
  return (
    <HomeCurrency value={newHome ?? home}>
      <DocumentFrame
        {...{ form, frame, currency, buttons }}
        label={saved ? capitalize(noun) : `New ${name}`}
        above={conflict && <DocumentVersionConflict {...conflict} {...{ config, saved }} />}
        preview={<DocumentPreview noun={name} id={saved?.id} />}
      >
        {newHome && profile === null && (
          // As high as the strip, so that no field moves.
          <Suspense fallback={<div className="h-21 rounded-lg bg-sunken max-sm:h-37 pointer-coarse:h-23 max-sm:pointer-coarse:h-41" />}>
            <BusinessStrip />
          </Suspense>
        )}
        {frame.offer}
        <DocumentFields
          {...{ config, ...number }}
          isToBeIssued={config.isInBooks && (saved?.status ?? 'draft') === 'draft'}
          issued={saved && saved.status !== 'draft' ? saved : undefined}
          savedCustomer={saved && { id: saved.customerId, name: saved.customer.name }}
          daysToEnd={days}
        >
          {children}
        </DocumentFields>
      </DocumentFrame>
      <TrialExpiredDialog {...trial} />
    </HomeCurrency>
  )
}
