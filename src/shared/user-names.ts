export type UserName = { firstName: string | null; lastName: string | null; email: string | null }

/** 'first last' if both exist, else the part of the email before the @, else 'User'. */
export const displayName = ({ firstName, lastName, email }: UserName): string =>
  firstName && lastName ? `${firstName} ${lastName}` : email?.split('@')[0] || 'User'

/** The first letters of first and last name, else the upper-case first letter of the email, else 'U'. */
export const initials = ({ firstName, lastName, email }: UserName): string => {
  const first = (text: string | null) => [...(text ?? '')][0] ?? ''
  return (firstName && lastName ? first(firstName) + first(lastName) : first(email).toUpperCase()) || 'U'
}
