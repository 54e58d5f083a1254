import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { documentPreviewApi } from '#shared/contract/document-preview.ts'
import { documentPreviewEndpoints } from '#shared/contract/endpoints/document-preview.ts'
import { isDay } from '#shared/dates.ts'
import { mapReferences } from '#shared/document-references.ts'
import { divideCharges } from '#shared/draft-totals.ts'
import type { WireBodyOf } from '#shared/endpoint.ts'
import { maxTextBytes, textLimits } from '#shared/text-limits.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { createLivePreview } from '#web/lib/api/live-preview.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type FormDraft, listPlannedDays, type NewBusiness } from './form-draft.ts'
import { isNewBusiness, toProfile } from './new-business.ts'

type Body = WireBodyOf<typeof documentPreviewApi.draw>

const maxNumberLength = 30
const dayOrNothing = (text: string) => (isDay(text) ? text : '')

const toShownBusiness = (draft: NewBusiness): Body['business'] => {
  const { businessName, contactName, country, pageSize } = toProfile(draft)
  return { businessName, contactName, country, pageSize }
}

/** What is too long to be saved is shown from its beginning. */
const toBody = (kind: Body['kind'], id: number | undefined, draft: FormDraft): Body => {
  // The first pages show a small part of what a document can hold. No character has more than three bytes per unit of its length.
  let lengthLeft = Math.floor(maxTextBytes / 3) - 2 * textLimits.notes.characters
  const clipInAll = (text: string) => {
    lengthLeft -= text.length
    return lengthLeft < 0 ? '' : text
  }
  const clip = (text: string, length: number) => text.slice(0, length).toWellFormed()
  const clipNumber = (text: string | undefined) => (text ?? '').slice(0, maxNumberLength)
  return {
    kind,
    documentId: id,
    ...(isNewBusiness(draft) && { business: toShownBusiness(draft) }),
    customerId: Number(draft.customerId) || null,
    currency: draft.currency,
    number: clip(draft.number, textLimits.documentNumber),
    issueDate: dayOrNothing(draft.issueDate),
    endDate: dayOrNothing(draft.endDate),
    taxRate: clipNumber(draft.taxRate),
    taxAmount: clipNumber(draft.taxAmount),
    pricesIncludeTax: draft.pricesIncludeTax,
    discount: clipNumber(draft.discount),
    deliveryDate: dayOrNothing(draft.deliveryDate),
    deliveryUntil: dayOrNothing(draft.deliveryUntil ?? ''),
    // A draft that was kept may be older than they are.
    ...mapReferences((name) => clip(draft[name] ?? '', textLimits.reference)),
    earlyDiscountPercent: clipNumber(draft.earlyDiscountPercent),
    earlyDiscountDays: clipNumber(draft.earlyDiscountDays),
    withholdingPercent: clipNumber(draft.withholdingPercent),
    instalmentDays: listPlannedDays(draft),
    notes: clip(draft.notes, textLimits.notes.characters),
    terms: clip(draft.terms, textLimits.notes.characters),
    lineItems: divideCharges(draft, draft.currency, getTaxRates()).map(
      ({ line: { description, quantity, unitPrice, kind, unitCode, discount, taxRateId } }) => ({
        description: clipInAll(clip(description, textLimits.description.characters)),
        quantity: clipNumber(quantity),
        unitPrice: clipNumber(unitPrice),
        ...{ kind, unitCode, discount: clipNumber(discount), taxRateId },
      }),
    ),
  }
}

const ratios = { letter: 'aspect-[8.5/11]', a4: 'aspect-[210/297]' }

type Props = {
  noun: Body['kind']
  id?: number | undefined
  /** Of a form with other values. A stable function. */
  toDraft?: ((values: FormDraft) => FormDraft) | undefined
}

const asTyped = (values: FormDraft) => values

export const DocumentPreview = ({ noun, id, toDraft = asTyped }: Props) => {
  const { subscribe, getValues } = useFormContext<FormDraft>()
  const [preview] = useState(() => createLivePreview<Body>(documentPreviewEndpoints.draw))
  const { image, failed } = useSyncExternalStore(preview.subscribe, preview.state)
  useEffect(() => {
    const follow = (trigger: 'chosen' | 'typed') => preview.update(toBody(noun, id, toDraft(getValues())), trigger)
    follow('chosen')
    return subscribe({ formState: { values: true }, callback: () => follow('typed') })
  }, [preview, noun, id, toDraft, subscribe, getValues])
  useEffect(() => preview.watchOnline(), [preview])
  const profile = useQueryClient().getQueryData<BusinessProfileWire | null>(businessProfileQuery.queryKey)
  return (
    <section
      aria-label="Preview"
      // Long documents scroll, also by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
      tabIndex={0}
      className="relative flex min-w-0 flex-1 flex-col overflow-y-auto overscroll-contain bg-sunken p-4 -outline-offset-2 sm:p-6"
    >
      <div className="mx-auto w-full max-w-[43rem]">
        {image ? (
          <img
            src={image.url}
            alt={`The ${noun} as your customer will see it`}
            decoding="sync"
            className="h-auto w-full drop-shadow-[0_1px_3px_rgb(0_0_0/0.2)]"
          />
        ) : (
          <BlankPage className={ratios[profile?.pageSize ?? 'letter']} />
        )}
      </div>
      <p role="status" className="sticky bottom-0 mx-auto mt-3 empty:hidden">
        {failed && (
          <span className="flex flex-wrap items-center gap-x-2 rounded-md border border-line bg-surface px-3 py-1.5 text-muted text-sm shadow-raised">
            {image ? 'The preview is not up to date.' : 'The preview could not be loaded.'}
            <button type="button" onClick={preview.retry} className="font-medium text-ink underline underline-offset-2 pointer-coarse:py-2">
              Try again
            </button>
          </span>
        )}
      </p>
    </section>
  )
}

const BlankPage = ({ className }: { className: string }) => (
  <div className={`${className} grid content-start gap-[6%] bg-white p-[9%] shadow-[0_1px_3px_rgb(0_0_0/0.2)]`}>
    <Skeleton className="h-6 w-2/5 bg-black/5" />
    <Skeleton className="h-16 w-3/5 bg-black/5" />
    <Skeleton className="h-24 bg-black/5" />
    <Skeleton className="ml-auto h-16 w-2/5 bg-black/5" />
  </div>
)
