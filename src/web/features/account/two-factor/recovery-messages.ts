/** From here on down it is time to make new ones. */
export const lowCodeCount = 3

/** How many recovery codes are left, in a sentence, with what to do about it when they are few. */
export const formatCodesLeft = (left: number): string => {
  if (left === 0) return 'No recovery code is left. Make new ones now: without your phone you could not sign in any more.'
  const count = left === 1 ? '1 recovery code is left' : `${left} recovery codes are left`
  return left <= lowCodeCount
    ? `Only ${count}. Make new ones before you need them.`
    : `${count}, for the day when your phone isn’t at hand. Each is good for one sign-in.`
}

/** The codes as a text file to keep. @param madeOn a day as people read it */
export const formatCodesFile = (codes: readonly string[], email: string | null, madeOn: string): string =>
  [
    `Recovery codes for Billfold${email ? `, ${email}` : ''}`,
    `Made on ${madeOn}. Each is good for one sign-in, in the place of the code of your authenticator app.`,
    '',
    ...codes,
    '',
  ].join('\n')

/** A secret in groups of four, so that it can be typed from the screen: 'JBSW Y3DP'. */
export const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
