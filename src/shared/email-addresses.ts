/** How many addresses a customer can have besides the main one, and how many an email can have in Cc. */
export const maxOtherEmails = 5

/** The addresses in a text that separates them by commas, semicolons or spaces; each once. */
export const splitAddresses = (text: string | null | undefined): string[] => {
  const seen = new Set<string>()
  return (text ?? '').split(/[\s,;]+/).filter((address) => {
    const key = address.toLowerCase()
    return address !== '' && !seen.has(key) && seen.add(key)
  })
}

/** A customer's addresses: the main one first. */
export const listAddresses = ({ email, otherEmails }: { email: string | null; otherEmails: string | null }): string[] =>
  splitAddresses([email, otherEmails].filter(Boolean).join(','))
