import { type Scope, scopeAreas } from '#shared/token-scopes.ts'

/** In their fixed order: 'Invoices: read and write · Customers: read'. */
export const formatScopes = (scopes: readonly Scope[]): string =>
  scopeAreas
    .flatMap(({ area, label }) => {
      const access = scopes.filter((scope) => scope.startsWith(`${area}:`)).map((scope) => scope.split(':')[1])
      return access.length === 0 ? [] : [`${label}: ${access.length === 2 ? 'read and write' : access[0]}`]
    })
    .join(' · ')

export const formatLifetime = (days: number | null): string => (days === null ? 'No expiration' : days === 365 ? '1 year' : `${days} days`)
