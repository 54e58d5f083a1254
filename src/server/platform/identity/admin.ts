/**
 * Who may look after all users: whoever signed in with the admin's address and was seen to read what is sent there. Asked at every call, so that
 * a change of address or setting counts at once.
 * @param adminEmail null where nobody may
 */
export const adminOf =
  (adminEmail: string | null) =>
  ({ email, emailVerified }: { email: string | null; emailVerified: boolean }): boolean =>
    adminEmail !== null && emailVerified && email?.toLowerCase() === adminEmail.toLowerCase()
