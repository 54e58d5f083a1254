import { findTaxRateProblems } from '#shared/tax-categories.ts'
import type { TaxRateBody } from './tax-rates.ts'

const isNumber = (text: unknown) => /^\d+(\.\d*)?$/.test(String(text ?? '').trim())

/** What is still empty is asked for when the form is sent. */
export const findLiveProblems = ({ category, exemptionCode, exemptionReason, components }: TaxRateBody): Map<string, string> => {
  const rate = {
    category: category ?? null,
    exemptionCode: exemptionCode ?? null,
    exemptionReason: exemptionReason ?? null,
    components: components.map(({ percent, isCompound }) => ({
      percent: isNumber(percent) ? String(percent) : '0',
      isCompound: isCompound ?? false,
    })),
  }
  const isTyped = (path: string) => {
    const [, index] = /^components\.(\d)\.percent$/.exec(path) ?? []
    return index === undefined ? path !== 'exemptionReason' || Boolean(exemptionReason) : isNumber(components[Number(index)]?.percent)
  }
  const problems = findTaxRateProblems(rate).filter(({ path }) => isTyped(path))
  return new Map(problems.map(({ path, message }) => [path, message]))
}
