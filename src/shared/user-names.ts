export type UserName = { firstName: string | null; lastName: string | null; email: string | null }

/** 'first last' when both exist, else the part of the e-mail before the @, else 'User'. */
export const displayName = ({ firstName, lastName, email }: UserName): string =>
  firstName && lastName ? `${firstName} ${lastName}` : email?.split('@')[0] || 'User'

/** First letters of first and last name; else the upper-cased first letter of the e-mail; else U. */
export const initials = ({ firstName, lastName, email }: UserName): string => {
  const first = (text: string | null) => [...(text ?? '')][0] ?? ''
  return (firstName && lastName ? first(firstName) + first(lastName) : first(email).toUpperCase()) || 'U'
}
