import type { Sums } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { LabeledPeriod } from './periods.ts'

/** Bars side by side: one for each figure in each part of the range. @param labels of the figures, in their order */
export const buildChart = (parts: readonly LabeledPeriod[], labels: readonly string[], sums: readonly Sums[]): Report['chart'] => ({
  isStacked: false,
  series: labels.map((label, i) => ({ key: `s${i}`, label })),
  points: parts.map(({ label, from, to }, i) => ({ label, from, to, values: sums[i]!.sums.slice(0, labels.length) })),
})
