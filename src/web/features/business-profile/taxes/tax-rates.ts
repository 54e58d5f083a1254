import type { z } from 'zod'
import type { TaxRateWire, taxRateInput } from '#modules/tax-rates/contract.ts'
import { taxRateEndpoints } from '#modules/tax-rates/model.ts'
import { taxCategories } from '#shared/tax-categories.ts'
import { formatTaxes } from '#shared/tax-rate-text.ts'
import type { Entity, EntityChanges } from '#web/entity/entity.ts'
import { createEntityClient } from '#web/entity/entity-client.ts'

export type TaxRateBody = z.input<typeof taxRateInput>

/** Here `restore` makes an archived rate active again: a deletion can't be undone. */
export const taxRates: EntityChanges<TaxRateWire, TaxRateBody> & Pick<Entity<TaxRateWire, TaxRateBody>, 'describeFields' | 'history'> = {
  noun: 'tax rate',
  path: taxRateEndpoints.list.path,
  isPart: true,
  ...createEntityClient(taxRateEndpoints),
  describeFields: ({ name, components, category, exemptionCode, exemptionReason }) => [
    ['Name', name],
    ['Taxes', formatTaxes(components)],
    ['VAT Category', category ? taxCategories[category].name : ''],
    ['Reason', exemptionReason ?? ''],
    ['Reason Code', exemptionCode ?? ''],
  ],
}
