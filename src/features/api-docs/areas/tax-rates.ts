import { createExample, describeBy, recordTemplate, staleVersionConflict } from '#kit/server/docs.ts'
import { taxRate, taxRateInput, taxRatesApi, taxRateUpdate } from '#modules/tax-rates/contract.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'

const example = {
  ...{ name: 'GST + QST', category: null, exemptionCode: null, exemptionReason: null },
  components: [
    { name: 'GST', percent: '5', isCompound: false },
    { name: 'QST', percent: '9.975', isCompound: false },
  ],
}
const taken = 'Another active tax rate has the name.'

export const taxRateDocs: AreaDocs = {
  area: 'Tax rates',
  description:
    'The rates that lines can name. A rate has one to four taxes, such as GST and QST; a compound tax is computed on the taxes before it as well. An account can have 100 rates.',
  operations: describeBy(taxRatesApi, recordTemplate('tax rate'), {
    list: { description: 'Returns the active tax rates by name; with `archived=true` the archived ones follow them.' },
    one: { description: 'Returns one tax rate, archived or not.' },
    create: {
      more: 'The category decides what its percentages can be, and whether an exemption reason is required.',
      conflict: `${taken} Or there are 100 tax rates already.`,
    },
    update: {
      description: 'Saves a tax rate as a whole. Category and taxes of a rate that an invoice or an estimate names can’t change.',
      conflict: `${taken} Or documents use the rate, and its category or taxes would change. Or: ${staleVersionConflict}`,
    },
    remove: {
      description: 'Deletes a tax rate that nothing uses. It can’t be restored.',
      conflict: 'Documents, customers, items or the business profile use the tax rate: archive it instead.',
    },
    archive: {
      title: 'Archive a tax rate',
      description: 'Offers a tax rate for no new line. Documents that name it stay as they are.',
    },
    restore: { description: 'Makes an archived tax rate active again.', conflict: taken },
  }),
  schemas: {
    ...{ taxRate, taxRateInput, taxRateUpdate },
    ...{ taxComponent: taxRate.shape.components.element, taxComponentInput: taxRateInput.shape.components.element },
  },
  examples: {
    TaxRateInput: example,
    TaxRate: createExample(taxRate, example),
    TaxRateUpdate: { ...example, name: 'Quebec', version: 1 },
  },
}
