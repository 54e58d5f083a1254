import { formatMoney } from './money.ts'
import { computeYearlySaving, type PlanPrices } from './plans.ts'

/** What every page knows of this server, as visitors read it. The server writes it into the page. */
export type Site = {
  /** '$9.99' */
  monthlyPrice: string
  /** '$99.99' */
  yearlyPrice: string
  /** '2 months free', or '' when a year costs as much as twelve months. */
  yearlySaving: string
  /** Where the source code of this server is, or its license. */
  sourceUrl: string
  /** Whether visitors may try a demo account. */
  hasDemo: boolean
}

/** The landing page is rendered at build time with this text in place of each of the server's own. */
export const sitePlaceholders: Site = {
  monthlyPrice: '{{monthlyPrice}}',
  yearlyPrice: '{{yearlyPrice}}',
  yearlySaving: '{{yearlySaving}}',
  sourceUrl: '{{sourceUrl}}',
  hasDemo: false,
}

type Settings = { prices: PlanPrices; sourceUrl: string | null; hasDemo: boolean }

/** What visitors read of a server with these settings. */
export const describeSite = ({ prices, sourceUrl, hasDemo }: Settings): Site => {
  const months = computeYearlySaving(prices)?.months ?? 0
  return {
    monthlyPrice: formatMoney(prices.monthly, 'USD'),
    yearlyPrice: formatMoney(prices.yearly, 'USD'),
    yearlySaving: months === 0 ? '' : `${months} ${months === 1 ? 'month' : 'months'} free`,
    sourceUrl: sourceUrl ?? 'https://www.gnu.org/licenses/agpl-3.0.html',
    hasDemo,
  }
}

export const termsPath = '/terms'
export const privacyPath = '/privacy'
/** A POST opens a demo account and signs the visitor in. */
export const demoPath = '/demo'
