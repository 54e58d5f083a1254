import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Customer } from '#modules/customers/contract.ts'
import { hasLineRates } from '#shared/content-totals.ts'
import { explainMissingOrder } from '#shared/document-references.ts'
import { findDraftProblem, isWhollyEmpty } from '#shared/draft-totals.ts'
import { type DocumentTaxProblem, findTaxProblems } from '#shared/tax-categories.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import type { FormProblem } from '#web/documents/lines/problems.tsx'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'

const useTaxProblems = (draft: FormDraft, buyer: Customer | null, isChecked: boolean): DocumentTaxProblem[] => {
  const enabled = isChecked && hasLineRates(draft)
  const { data: rates } = useQuery({ ...taxRatesQuery, enabled })
  const { data: profile } = useQuery({ ...businessProfileQuery, enabled })
  if (!enabled || !rates || profile === undefined) return []
  const lines = draft.lineItems.map((line) => {
    const rate = isWhollyEmpty(line) ? undefined : rates.find(({ id }) => id === line.taxRateId)
    return { category: rate?.category ?? null, archivedName: rate?.archivedAt ? rate.name : null }
  })
  return findTaxProblems({ lines, seller: { vatId: profile?.vatId ?? null }, buyer, deliveryDate: draft.deliveryDate })
}

const getLink = (mendedAt: DocumentTaxProblem['mendedAt'], customerId: string): FormProblem['link'] => {
  if (!mendedAt) return undefined
  if (mendedAt === 'customer') return { href: `/customers/${customerId}`, text: 'Open the customer' }
  return { href: '/business-profile?section=taxes', text: 'Open Business Profile' }
}

/** @param isIssued later, so that its taxes are checked as well, and an invoice's order number */
export const useFormProblems = (isIssued: boolean, noun: FormConfig['noun']): ReadonlyMap<string, readonly FormProblem[]> => {
  const { control } = useFormContext<FormDraft>()
  const draft = useWatch({ control }) as FormDraft
  const amounts = findDraftProblem(draft, useDocumentCurrency(), getTaxRates())
  const buyer = useCustomer(draft.customerId === '' ? null : Number(draft.customerId)) ?? null
  const taxes = useTaxProblems(draft, buyer, isIssued)
  const lacksOrder = isIssued && noun === 'invoice' && buyer?.orderNumberRequired && !draft.orderNumber?.trim()
  const found = [
    ...(amounts ? [{ ...amounts, refusesDraft: true }] : []),
    ...(lacksOrder ? [{ path: 'orderNumber', message: explainMissingOrder(buyer.name) }] : []),
    ...taxes.map(({ path, message, mendedAt }) => ({ path, message, link: getLink(mendedAt, draft.customerId) })),
  ]
  // The lines rerender when a problem comes or goes, and not at each keystroke.
  const key = JSON.stringify(found)
  return useMemo(() => Map.groupBy(JSON.parse(key) as (FormProblem & { path: string })[], ({ path }) => path), [key])
}
