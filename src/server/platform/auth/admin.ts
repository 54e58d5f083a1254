import type { AdminCheck } from '#server/platform/http/authentication.ts'

export const createAdminCheck = (adminEmail: string | null): AdminCheck => {
  const hasAdminEmail = (email: string | null) => adminEmail !== null && email?.toLowerCase() === adminEmail.toLowerCase()
  return {
    isAdmin: ({ email, emailVerified }) => emailVerified && hasAdminEmail(email),
    isUnconfirmedAdmin: ({ email, emailVerified }) => !emailVerified && hasAdminEmail(email),
  }
}
