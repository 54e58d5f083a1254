import { type AreaDescription, staleVersionConflict } from './description.ts'

const taken = 'Another active tax rate has the name.'

export const taxRateDescriptions: AreaDescription = {
  area: 'Tax rates',
  description:
    'The rates that lines can name. A rate has one to four taxes, such as GST and QST; a compound tax is computed on the taxes before it as well. An account can have 100 rates.',
  operations: {
    'GET /api/tax-rates': {
      title: 'List tax rates',
      description: 'Returns the active tax rates by name; with `archived=true` the archived ones follow them.',
    },
    'GET /api/tax-rates/:id': { title: 'Read a tax rate', description: 'Returns one tax rate, archived or not.' },
    'GET /api/tax-rates/:id/history': {
      title: 'Read a tax rate’s history',
      description: 'Returns the changes of a tax rate, the newest 200 of them, newest first.',
    },
    'POST /api/tax-rates': {
      title: 'Create a tax rate',
      description: 'Adds a tax rate. The category decides what its percentages can be, and whether an exemption reason is required.',
      conflict: `${taken} Or there are 100 tax rates already.`,
    },
    'PUT /api/tax-rates/:id': {
      title: 'Update a tax rate',
      description: 'Saves a tax rate as a whole. Category and taxes of a rate that an invoice or an estimate names can’t change.',
      conflict: `${taken} Or documents use the rate, and its category or taxes would change. Or: ${staleVersionConflict}`,
    },
    'DELETE /api/tax-rates/:id': {
      title: 'Delete a tax rate',
      description: 'Deletes a tax rate that nothing uses. It can’t be restored.',
      conflict: 'Documents, customers, items or the business profile use the tax rate: archive it instead.',
    },
    'POST /api/tax-rates/:id/archive': {
      title: 'Archive a tax rate',
      description: 'Offers a tax rate for no new line. Documents that name it stay as they are.',
    },
    'POST /api/tax-rates/:id/restore': {
      title: 'Restore a tax rate',
      description: 'Makes an archived tax rate active again.',
      conflict: taken,
    },
  },
}
