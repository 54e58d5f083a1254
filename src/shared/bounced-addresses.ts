type Mark = { address: string; kind: 'bounce' | 'complaint'; reason: string | null }

export const describeBouncedAddress = ({ address, kind, reason }: Mark): string => {
  if (kind === 'complaint') return `${address} reported an email from you as spam.`
  const why = reason ?? 'Not delivered'
  return `Emails to ${address} bounce: ${why.charAt(0).toLowerCase()}${why.slice(1)}.`
}
