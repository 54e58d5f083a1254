import { type AreaDescription, noPlan, staleVersionConflict } from './description.ts'

export const lateFeeDescriptions: AreaDescription = {
  area: 'Late fees',
  description:
    'Fees for overdue invoices by one rule: a fixed amount, a percentage of the balance due, or yearly interest on it. Each fee is an invoice of its own, without tax. An invoice gets at most one fee for a period, however often it is asked for.',
  operations: {
    'GET /api/late-fee-rule': {
      title: 'Read the late fee rule',
      description: 'Returns the rule; null while no late fees are charged. `problem` says why automatic fees could not be charged.',
    },
    'PUT /api/late-fee-rule': {
      title: 'Save the late fee rule',
      description:
        'Replaces the rule. The new one charges nothing for days before `validFrom`, by default today, nor for periods that were charged or waived before. Fees are proposed, or charged each morning with `isAutomatic`. With `replaces`, a rule that was changed meanwhile is not overwritten.',
      conflict: staleVersionConflict,
    },
    'DELETE /api/late-fee-rule': {
      title: 'Stop charging late fees',
      description: 'Removes the rule. Fees that were charged stay.',
    },
    'GET /api/invoices/:id/late-fees': {
      title: 'List an invoice’s late fees',
      description:
        'Returns the fee that can be charged today, if any, and those that were charged or waived. For the invoice of a fee, `feeFor` is the overdue invoice.',
    },
    'POST /api/invoices/:id/late-fees': {
      forbidden: noPlan,
      title: 'Charge a late fee',
      description:
        'Creates and issues the invoice of the proposed fee, and emails it if the customer has an address. The body names the fee, so that no other one is charged.',
      conflict: 'This fee is not due, was charged or waived already, or the invoice is disputed.',
    },
    'POST /api/invoices/:id/late-fees/waive': {
      title: 'Waive a late fee',
      description: 'Waives the proposed fee, or one that was charged: its invoice is deleted.',
      conflict: 'This fee is not due, or its invoice is paid or in a closed period. It can be written off then.',
    },
  },
}
