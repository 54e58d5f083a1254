import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Customer } from '#modules/customers/contract.ts'
import { hasLineRates } from '#shared/content-totals.ts'
import { isWhollyEmpty } from '#shared/draft-totals.ts'
import { followCustomer, suggestTaxRate } from '#shared/suggested-tax-rates.ts'
import { getOfferedRate, loadTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { getKnownCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import type { FormDraft } from './form-draft.ts'

/** The functions are stable. */
export const useSuggestedRates = () => {
  const client = useQueryClient()
  const { getValues, setValue } = useFormContext<FormDraft>()
  const recalculateTax = useRecalculateTax()
  return useMemo(() => {
    const getBusinessRate = () => getOfferedRate(client.getQueryData(businessProfileQuery.queryKey)?.defaultTaxRateId)
    const getCustomerRate = (id: string) => getOfferedRate(id === '' ? null : getKnownCustomer(client, Number(id))?.taxRateId)
    return {
      /** The business's rate would end the document's one rate, which the lines written so far have. */
      suggestRate: (itemRate: number | null): number | null => {
        const { lineItems, customerId } = getValues()
        const hasOneRate = !hasLineRates({ lineItems }) && !lineItems.every(isWhollyEmpty)
        const sources = { customer: getCustomerRate(customerId), item: getOfferedRate(itemRate) }
        return suggestTaxRate({ ...sources, business: hasOneRate ? null : getBusinessRate() })
      },
      /** Call it before the form has the chosen customer. */
      changeCustomer: async (chosen: Customer | null): Promise<void> => {
        const before = getCustomerRate(getValues('customerId'))
        // The totals need the rate's percentages.
        if (chosen?.taxRateId != null) await loadTaxRates()
        const lines = getValues('lineItems')
        const customer = getOfferedRate(chosen?.taxRateId)
        for (const [i, rate] of followCustomer(lines, { before, customer, business: getBusinessRate() }).entries())
          if (rate !== lines[i]!.taxRateId) setValue(`lineItems.${i}.taxRateId`, rate, { shouldDirty: true })
        recalculateTax()
      },
    }
  }, [client, getValues, setValue, recalculateTax])
}
