import type { SecurityEventKind } from '#shared/contract/security-events.ts'
import type { SecurityEventRow } from '#web/features/account/api/token-client.ts'

type Detail = SecurityEventRow['detail']
const named = (detail: Detail) => (detail.name ? ` “${detail.name}”` : '')
const provider = (detail: Detail) => ({ stripe: 'Stripe', paypal: 'PayPal' })[String(detail.provider)] ?? 'payment'

const ended = ({ device, count }: Detail): string => {
  if (device) return `Signed out ${device}`
  return count === 1 ? 'Signed out 1 other device' : `Signed out ${count ?? 0} other devices`
}

const words: Record<SecurityEventKind, (detail: Detail) => string> = {
  account_created: () => 'First signed in',
  signed_in: () => 'Signed in',
  signed_in_app: () => 'Signed in to the app',
  sign_in_refused: ({ what }) => (what === 'code' ? 'Sign-in refused: wrong code' : 'Sign-in refused: wrong password'),
  signed_out: () => 'Signed out',
  sessions_ended: ended,
  password_changed: () => 'Password changed',
  password_reset_asked: () => 'Link for a new password asked for',
  password_reset: () => 'New password set by a mailed link',
  email_change_asked: ({ email }) => `Change of e-mail asked for${email ? `: ${email}` : ''}`,
  email_changed: ({ email }) => `E-mail changed${email ? ` to ${email}` : ''}`,
  two_factor_on: () => 'Two-factor sign-in turned on',
  two_factor_off: () => 'Two-factor sign-in turned off',
  recovery_codes_made: () => 'New recovery codes made',
  recovery_code_used: () => 'Recovery code used',
  payment_keys_saved: (detail) => `${provider(detail)} keys saved`,
  payment_keys_removed: (detail) => `${provider(detail)} keys removed`,
  token_made: (detail) => `API token${named(detail)} made`,
  token_revoked: (detail) => `API token${named(detail)} revoked`,
  export_made: () => 'Export of all data begun',
}

/** What happened: 'Signed in'. */
export const formatEvent = ({ kind, detail }: Pick<SecurityEventRow, 'kind' | 'detail'>): string => words[kind](detail)

/** Where it came from: 'Chrome on Linux, 127.0.0.1', as far as that is known; '' where it isn't. */
export const formatEventSource = ({ device, address }: Pick<SecurityEventRow, 'device' | 'address'>): string =>
  [device, address].filter(Boolean).join(', ')
