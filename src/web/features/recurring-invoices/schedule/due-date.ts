import type { QueryClient } from '@tanstack/react-query'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Day } from '#shared/dates.ts'
import { daysAfter } from '#web/documents/form/form-draft.ts'
import { getKnownCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'

/** By the terms of the customer or else of the business, as far as they are loaded. */
export const proposeFor =
  (client: QueryClient, { customerId }: { customerId: number | string }) =>
  (issueDate: Day): Day => {
    const profile = client.getQueryData(businessProfileQuery.queryKey)
    return daysAfter(issueDate, profile?.invoiceDueDays ?? businessDefaults.invoiceDueDays, getKnownCustomer(client, Number(customerId)))
  }
