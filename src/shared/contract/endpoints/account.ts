import { del, get, post, put } from '#shared/endpoint-address.ts'

export const accountEndpoints = {
  account: get('/api/account'),
  rename: put('/api/account/name'),
  changeEmail: post('/api/account/email'),
  resendEmail: post('/api/account/email/resend'),
  cancelEmailChange: del('/api/account/email'),
  confirmEmail: post('/api/public/confirm-email'),
  changePassword: post('/api/account/password'),
  startTwoFactor: post('/api/account/two-factor'),
  confirmTwoFactor: post('/api/account/two-factor/confirm'),
  disableTwoFactor: post('/api/account/two-factor/off'),
  regenerateRecoveryCodes: post('/api/account/two-factor/recovery-codes'),
  sessions: get('/api/account/sessions'),
  revokeSession: del('/api/account/sessions/:ref'),
  revokeOtherSessions: post('/api/account/sessions/end-others'),
  storage: get('/api/account/storage'),
  startExport: post('/api/account/exports'),
  readExport: get('/api/account/exports/:id'),
  download: get('/api/account/exports/:id/download'),
  deletion: get('/api/account/deletion'),
  delete: post('/api/account/delete'),
}

export const tokenEndpoints = {
  list: get('/api/account/tokens'),
  create: post('/api/account/tokens'),
  revoke: del('/api/account/tokens/:id'),
}

export const securityEventEndpoints = {
  events: get('/api/account/security-events'),
}
