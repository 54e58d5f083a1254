export type UserName = { firstName: string | null; lastName: string | null; email: string | null }

export const displayName = ({ firstName, lastName, email }: UserName): string =>
  firstName && lastName ? `${firstName} ${lastName}` : email?.split('@')[0] || 'User'

export const initials = ({ firstName, lastName, email }: UserName): string => {
  const first = (text: string | null) => [...(text ?? '')][0] ?? ''
  return (firstName && lastName ? first(firstName) + first(lastName) : first(email).toUpperCase()) || 'U'
}
