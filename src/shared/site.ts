import { formatMoney } from './money.ts'
import { computeYearlySaving, type PlanPrices } from './plans.ts'

/** As visitors read it. The server writes it into the page. */
export type Site = {
  monthlyPrice: string
  yearlyPrice: string
  /** '' when a year costs as much as twelve months. */
  yearlySaving: string
  /** Of the source code where the operator says where it is, otherwise of the license; the label says which. */
  codeUrl: string
  codeLabel: string
  hasDemo: boolean
}

/** The landing page is rendered at build time with these. */
export const sitePlaceholders: Site = {
  monthlyPrice: '{{monthlyPrice}}',
  yearlyPrice: '{{yearlyPrice}}',
  yearlySaving: '{{yearlySaving}}',
  codeUrl: '{{codeUrl}}',
  codeLabel: '{{codeLabel}}',
  hasDemo: false,
}

export const licenseUrl = 'https://www.gnu.org/licenses/agpl-3.0.html'

type Settings = { prices: PlanPrices; sourceUrl: string | null; hasDemo: boolean }

export const describeSite = ({ prices, sourceUrl, hasDemo }: Settings): Site => {
  const months = computeYearlySaving(prices)?.months ?? 0
  return {
    monthlyPrice: formatMoney(prices.monthly, 'USD'),
    yearlyPrice: formatMoney(prices.yearly, 'USD'),
    yearlySaving: months === 0 ? '' : `${months} ${months === 1 ? 'month' : 'months'} free`,
    codeUrl: sourceUrl ?? licenseUrl,
    codeLabel: sourceUrl === null ? 'License (AGPL-3.0)' : 'Source code (AGPL-3.0)',
    hasDemo,
  }
}

export const termsPath = '/terms'
export const privacyPath = '/privacy'
/** A POST opens a demo account and signs the visitor in. */
export const demoPath = '/demo'
