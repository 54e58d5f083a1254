/** Of a customer besides the main one, and of an email in Cc. */
export const maxOtherEmails = 5

export const splitAddresses = (text: string | null | undefined): string[] => {
  const seen = new Set<string>()
  return (text ?? '').split(/[\s,;]+/).filter((address) => {
    const key = address.toLowerCase()
    return address !== '' && !seen.has(key) && seen.add(key)
  })
}

/** The main one first. */
export const listAddresses = ({ email, otherEmails }: { email: string | null; otherEmails: string | null }): string[] =>
  splitAddresses([email, otherEmails].filter(Boolean).join(','))
