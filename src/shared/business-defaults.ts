import type { Currency } from './currencies.ts'
import type { DocumentLanguage } from './document-languages.ts'
import type { DocumentDesign, PageSize } from './pdf-document.ts'

/** Rates are in hundredths of a percent. */
export const businessDefaults = {
  currency: 'USD' as Currency,
  pdfTheme: 'classic' as DocumentDesign,
  pdfPrimaryColor: '#333333',
  pdfAccentColor: '#0079F2',
  pageSize: 'letter' as PageSize,
  documentLanguage: 'en' as DocumentLanguage,
  invoiceDueDays: 30,
  estimateValidDays: 30,
  defaultTaxRate: 0,
} as const

export const maxDueDays = 365

export const colorPresets = [
  { name: 'Classic Blue', primary: '#1e40af', accent: '#3b82f6' },
  { name: 'Forest Green', primary: '#059669', accent: '#10b981' },
  { name: 'Royal Purple', primary: '#6366f1', accent: '#8b5cf6' },
  { name: 'Warm Orange', primary: '#ea580c', accent: '#f97316' },
  { name: 'Deep Red', primary: '#dc2626', accent: '#ef4444' },
  { name: 'Professional Gray', primary: '#374151', accent: '#6b7280' },
] as const

export const paymentMethods = ['stripe', 'paypal', 'both'] as const
export type PreferredPaymentMethod = (typeof paymentMethods)[number]

export const getEnabledMethods = ({
  stripe,
  paypal,
  preferred,
}: {
  stripe: boolean
  paypal: boolean
  preferred: PreferredPaymentMethod
}) => ({
  stripe: stripe && preferred !== 'paypal',
  paypal: paypal && preferred !== 'stripe',
})

export const toPreferredMethod = ({ stripe, paypal }: { stripe: boolean; paypal: boolean }): PreferredPaymentMethod =>
  stripe && paypal ? 'both' : paypal ? 'paypal' : 'stripe'
