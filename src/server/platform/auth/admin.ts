type Address = { email: string | null; emailVerified: boolean }

/**
 * Who may look after all users: the user with the admin's address, once it is confirmed that they read what is sent there. Checked at every call, so
 * that a change of address or setting counts at once.
 * @param adminEmail null where nobody may
 */
export const createAdminCheck = (adminEmail: string | null) => {
  const hasAddress = ({ email }: Address) => adminEmail !== null && email?.toLowerCase() === adminEmail.toLowerCase()
  return {
    isAdmin: (user: Address): boolean => user.emailVerified && hasAddress(user),
    /** It is the admin's address, but it isn't confirmed yet. */
    isUnconfirmedAdmin: (user: Address): boolean => !user.emailVerified && hasAddress(user),
  }
}
export type AdminCheck = ReturnType<typeof createAdminCheck>
