import type { SecurityEventKind } from '#shared/contract/security-events.ts'
import type { SecurityEventRow } from '#web/features/account/api/queries.ts'

type Detail = SecurityEventRow['detail']
const formatName = (detail: Detail) => (detail.name ? ` “${detail.name}”` : '')
const formatProvider = (detail: Detail) => ({ stripe: 'Stripe', paypal: 'PayPal' })[String(detail.provider)] ?? 'payment'

const formatSignOut = ({ device, count }: Detail): string => {
  if (device) return `Signed out ${device}`
  return count === 1 ? 'Signed out 1 other device' : `Signed out ${count ?? 0} other devices`
}

const labels: Record<SecurityEventKind, (detail: Detail) => string> = {
  account_created: () => 'First signed in',
  signed_in: () => 'Signed in',
  signed_in_app: () => 'Signed in to the app',
  sign_in_refused: ({ what }) => (what === 'code' ? 'Sign-in refused: wrong code' : 'Sign-in refused: wrong password'),
  signed_out: () => 'Signed out',
  sessions_ended: formatSignOut,
  password_changed: () => 'Password changed',
  password_reset_asked: () => 'Password reset requested',
  password_reset: () => 'Password reset by emailed link',
  email_change_asked: ({ email }) => `Email change requested${email ? `: ${email}` : ''}`,
  email_changed: ({ email }) => `Email changed${email ? ` to ${email}` : ''}`,
  email_taken: () => 'Email removed: it was confirmed for another account',
  two_factor_on: () => 'Two-factor sign-in turned on',
  two_factor_off: () => 'Two-factor sign-in turned off',
  recovery_codes_made: () => 'New recovery codes created',
  recovery_code_used: () => 'Recovery code used',
  payment_keys_saved: (detail) => `${formatProvider(detail)} keys saved`,
  payment_keys_removed: (detail) => `${formatProvider(detail)} keys removed`,
  token_made: (detail) => `API token${formatName(detail)} created`,
  token_revoked: (detail) => `API token${formatName(detail)} revoked`,
  export_made: () => 'Data export started',
}

export const formatEvent = ({ kind, detail }: Pick<SecurityEventRow, 'kind' | 'detail'>): string => labels[kind](detail)

/** 'Chrome on Linux, 127.0.0.1'; '' when unknown. */
export const formatEventSource = ({ device, address }: Pick<SecurityEventRow, 'device' | 'address'>): string =>
  [device, address].filter(Boolean).join(', ')
