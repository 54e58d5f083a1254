import type { Sums } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { LabeledPeriod } from './periods.ts'

export const buildChart = (periods: readonly LabeledPeriod[], labels: readonly string[], sums: readonly Sums[]): Report['chart'] => ({
  isStacked: false,
  series: labels.map((label, i) => ({ key: `s${i}`, label })),
  points: periods.map(({ label, from, to }, i) => ({ label, from, to, values: sums[i]!.sums.slice(0, labels.length) })),
})
