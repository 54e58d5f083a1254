import type { AdminCheck } from '#server/platform/http/authentication.ts'

/**
 * The admin's address must be confirmed. It is checked on every call, so that a changed address or setting takes effect at once. Null
 * disables administration.
 */
export const createAdminCheck = (adminEmail: string | null): AdminCheck => {
  const hasAdminEmail = (email: string | null) => adminEmail !== null && email?.toLowerCase() === adminEmail.toLowerCase()
  return {
    isAdmin: ({ email, emailVerified }) => emailVerified && hasAdminEmail(email),
    isUnconfirmedAdmin: ({ email, emailVerified }) => !emailVerified && hasAdminEmail(email),
  }
}
