/** At this number or fewer, new codes are recommended. */
export const lowCodeCount = 3

export const formatCodesLeft = (left: number): string => {
  if (left === 0) return 'No recovery codes left. Create new ones now: without your phone you could not sign in.'
  const count = left === 1 ? '1 recovery code left' : `${left} recovery codes left`
  return left <= lowCodeCount
    ? `Only ${count}. Create new ones before you need them.`
    : `${count}, for when you don’t have your phone. Each works once.`
}

/** @param madeOn the formatted date */
export const formatCodesFile = (codes: readonly string[], email: string | null, madeOn: string): string =>
  [
    `Recovery codes for Billfold${email ? `, ${email}` : ''}`,
    `Created on ${madeOn}. Each works once in place of a code from your authenticator app.`,
    '',
    ...codes,
    '',
  ].join('\n')

/** 'JBSW Y3DP', for typing. */
export const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
