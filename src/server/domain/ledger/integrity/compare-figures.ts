import { formatMoney } from '#shared/money.ts'
import type { Figures } from './compared-figures.ts'
import type { CheckResult } from './row-check.ts'

/** A figure that disagrees, by its name. */
export type FigureDiscrepancy = { row: string; problem: string; path: string }

/** Compares what `told` says with what was computed anew: each figure of `told` has to be there, and be the same. */
export const compareFigures = (told: Figures, computed: Figures, path: string): CheckResult<FigureDiscrepancy> => {
  const findings: FigureDiscrepancy[] = []
  for (const [row, said] of told) {
    const other = computed.get(row)
    if (said === other) continue
    const problem = `It says ${formatMoney(said)}, but the journal comes to ${other === undefined ? 'nothing' : formatMoney(other)}.`
    findings.push({ row, problem, path })
  }
  return { looked: told.size, wrong: findings.length, findings }
}
