import { trimTrailingSlash } from '#shared/paths.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'

const keepQuery = (query: URLSearchParams) => (query.get('from') === 'trial-expired' ? { from: 'trial-expired' } : {})
const subscribe = (query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '/subscribe' : `/subscribe?${text}`
}

/** Open it with a full page load: only a document loaded there may load the card provider's script. */
export const planPath = (plan: SubscriptionPlan, query: URLSearchParams): string => subscribe({ plan, ...keepQuery(query) })

export const plansPath = (query: URLSearchParams): string => subscribe(keepQuery(query))

/** This document was loaded at the subscribe page, and so has its content security policy. */
export const isLoadedHere = (): boolean => trimTrailingSlash(document.documentElement.dataset.loadedAt ?? '') === '/subscribe'
