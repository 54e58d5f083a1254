import { noPlan } from '#kit/server/docs.ts'
import { describeDocument, staleOrTaken } from '#kit/server/document-docs.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'

export const estimateDocs = describeDocument('estimate', estimatesApi, {
  description: 'Offers to customers. An accepted estimate becomes a draft invoice, once.',
  operations: {
    create: { forbidden: noPlan, more: 'An estimate with the status `accepted` becomes an invoice immediately.' },
    update: {
      more: 'Setting its status to `accepted` creates its invoice.',
      conflict: `${staleOrTaken} An estimate that a customer accepted can’t be changed while it is accepted.`,
      forbidden: noPlan,
    },
    remove: { conflict: 'This estimate can’t be deleted in its status.' },
    convert: {
      title: 'Convert an estimate',
      description: 'Creates a draft invoice from an estimate, once: further calls return the same invoice.',
      conflict: 'Its invoice was deleted, or the estimate can’t be converted in its status.',
      forbidden: noPlan,
    },
    setDeposit: {
      title: 'Request a deposit on acceptance',
      description:
        'Sets the deposit that the estimate asks for: `percent` of the lines of each tax rate, or an `amount`, which is with tax where the prices include it. When the customer accepts the estimate, an invoice of kind `deposit` is issued and emailed to them; when you mark it as accepted, it is a draft.',
      conflict: 'The estimate was accepted or declined, or has a tax that was typed.',
    },
    removeDeposit: {
      title: 'Remove the deposit on acceptance',
      description: 'The estimate asks for no deposit any more.',
      conflict: 'The estimate was accepted or declined.',
    },
    progress: {
      title: 'Read how much of an estimate is invoiced',
      description: 'Returns what of an estimate is invoiced and what is left, in all and by line, and the invoices for its parts.',
    },
    invoicePart: {
      referencesRecords: true,
      title: 'Invoice a part of an estimate',
      description:
        'Creates a draft invoice for a part of an estimate: `percent` says how far all lines are done, `lines` how far some are. What is invoiced already is taken off. A draft for all of the estimate is deleted. The rest is invoiced by the conversion, and then the invoices add up to the total of the estimate.',
      conflict: 'All of it is invoiced, its tax was typed, or the estimate can’t be converted in its status.',
      forbidden: noPlan,
    },
  },
  example: { issueDate: '2026-01-10', expiryDate: '2026-02-09', terms: 'Half of it in advance.' },
  changes: { expiryDate: '2026-03-01' },
})
