import { createExample, describeCalls, noPlan, staleVersionConflict } from '#kit/server/docs.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import {
  doneLateFee,
  invoiceLateFees,
  lateFeeKey,
  lateFeeRule,
  lateFeeRuleInput,
  lateFeeSettings,
  lateFeesApi,
  proposedLateFee,
} from '#shared/contract/late-fees.ts'

const terms = { kind: 'percent', percent: '1.5', graceDays: 5, repeats: 'monthly', isAutomatic: false, validFrom: '2026-01-01' }
const rule = createExample(lateFeeRule, terms)
const fee = { ruleId: 1, occurrence: 1, amount: '2.44', currency: 'USD', firstDay: '2026-02-06', lastDay: '2026-03-05' }
const proposal = { ...fee, occurrence: 2, firstDay: '2026-03-06', lastDay: '2026-04-05' }
const invoice = { id: 2, invoiceNumber: 'INV-0002', isDeleted: false }
const done = { ...fee, at: '2026-02-06T06:00:01.000Z', isWaived: false, invoice }

export const lateFeeDocs: AreaDocs = {
  area: 'Late fees',
  description:
    'Fees for overdue invoices by one rule: a fixed amount, a percentage of the balance due, or yearly interest on it. Each fee is an invoice of its own, without tax. An invoice gets at most one fee for a period, however often it is asked for.',
  operations: describeCalls(lateFeesApi, {
    rule: {
      title: 'Read the late fee rule',
      description: 'Returns the rule; null while no late fees are charged. `problem` says why automatic fees could not be charged.',
    },
    saveRule: {
      title: 'Save the late fee rule',
      description:
        'Replaces the rule. The new one charges nothing for days before `validFrom`, by default today, nor for periods that were charged or waived before. Fees are proposed, or charged each morning with `isAutomatic`. With `replaces`, a rule that was changed meanwhile is not overwritten.',
      conflict: staleVersionConflict,
    },
    removeRule: {
      title: 'Stop charging late fees',
      description: 'Removes the rule. Fees that were charged stay.',
    },
    ofInvoice: {
      title: 'List an invoice’s late fees',
      description:
        'Returns the fee that can be charged today, if any, and those that were charged or waived. For the invoice of a fee, `feeFor` is the overdue invoice.',
    },
    charge: {
      forbidden: noPlan,
      title: 'Charge a late fee',
      description:
        'Creates and issues the invoice of the proposed fee, and emails it if the customer has an address. The body names the fee, so that no other one is charged.',
      conflict: 'This fee is not due, was charged or waived already, or the invoice is disputed.',
    },
    waive: {
      title: 'Waive a late fee',
      description: 'Waives the proposed fee, or one that was charged: its invoice is deleted.',
      conflict: 'This fee is not due, or its invoice is paid or in a closed period. It can be written off then.',
    },
  }),
  schemas: { lateFeeRule, lateFeeRuleInput, lateFeeSettings, lateFeeKey, proposedLateFee, lateFee: doneLateFee, invoiceLateFees },
  examples: {
    LateFeeRuleInput: terms,
    LateFeeRule: rule,
    LateFeeSettings: { rule },
    LateFeeKey: { ruleId: 1, occurrence: 2 },
    ProposedLateFee: proposal,
    LateFee: done,
    InvoiceLateFees: { proposal, whyNot: null, fees: [done], feeFor: null },
  },
}
