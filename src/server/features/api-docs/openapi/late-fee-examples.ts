const terms = { kind: 'percent', percent: '1.5', graceDays: 5, repeats: 'monthly', isAutomatic: false, validFrom: '2026-01-01' }
const fee = { ruleId: 1, occurrence: 1, amount: '2.44', currency: 'USD', firstDay: '2026-02-06', lastDay: '2026-03-05' }

export const lateFeeExamples: Readonly<Record<string, unknown>> = {
  LateFeeRuleInput: terms,
  LateFeeRule: { id: 1, amount: null, currency: null, ...terms, problem: null },
  LateFeeSettings: { rule: { id: 1, amount: null, currency: null, ...terms, problem: null } },
  LateFeeKey: { ruleId: 1, occurrence: 2 },
  ProposedLateFee: { ...fee, occurrence: 2, firstDay: '2026-03-06', lastDay: '2026-04-05' },
  LateFee: { ...fee, at: '2026-02-06T06:00:01.000Z', isWaived: false, invoice: { id: 2, invoiceNumber: 'INV-0002', isDeleted: false } },
  InvoiceLateFees: {
    proposal: { ...fee, occurrence: 2, firstDay: '2026-03-06', lastDay: '2026-04-05' },
    whyNot: null,
    fees: [{ ...fee, at: '2026-02-06T06:00:01.000Z', isWaived: false, invoice: { id: 2, invoiceNumber: 'INV-0002', isDeleted: false } }],
    feeFor: null,
  },
}
