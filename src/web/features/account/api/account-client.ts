import type { Account, AccountStorage, accountApi, DataExport, DeletionEffect } from '#shared/contract/account.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { at, call } from '#web/lib/api/client.ts'

type Api = typeof accountApi
type Signal = { signal: AbortSignal }
type BodyFor<Name extends keyof Api> = WireBodyOf<Api[Name]>

export type SessionRow = WireReplyOf<Api['sessions']>[number]
export type ExportState = WireReplyOf<Api['readExport']>

export const paths = {
  account: '/api/account',
  storage: '/api/account/storage',
  sessions: '/api/account/sessions',
  deletion: '/api/account/deletion',
} as const

/** The calls of the account page. Each throws an ApiError when the server refuses, a TypeError when it can't be reached. */
export const accountClient = {
  read: ({ signal }: Signal): Promise<Account> => call(at<Api['account']>('GET', paths.account), { signal }),
  storage: ({ signal }: Signal): Promise<AccountStorage> => call(at<Api['storage']>('GET', paths.storage), { signal }),
  rename: (body: BodyFor<'rename'>): Promise<Account> => call(at<Api['rename']>('PUT', '/api/account/name'), { body }),
  changeEmail: (body: BodyFor<'changeEmail'>): Promise<Account> => call(at<Api['changeEmail']>('POST', '/api/account/email'), { body }),
  resendEmail: (): Promise<Account> => call(at<Api['resendEmail']>('POST', '/api/account/email/resend'), {}),
  keepEmail: () => call(at<Api['cancelEmailChange']>('DELETE', '/api/account/email'), {}),
  changePassword: (body: BodyFor<'changePassword'>): Promise<Account> =>
    call(at<Api['changePassword']>('POST', '/api/account/password'), { body }),
  beginTwoFactor: (body: BodyFor<'startTwoFactor'>) => call(at<Api['startTwoFactor']>('POST', '/api/account/two-factor'), { body }),
  confirmTwoFactor: (body: BodyFor<'confirmTwoFactor'>) =>
    call(at<Api['confirmTwoFactor']>('POST', '/api/account/two-factor/confirm'), { body }),
  endTwoFactor: (body: BodyFor<'disableTwoFactor'>): Promise<Account> =>
    call(at<Api['disableTwoFactor']>('POST', '/api/account/two-factor/off'), { body }),
  renewRecoveryCodes: (body: BodyFor<'regenerateRecoveryCodes'>) =>
    call(at<Api['regenerateRecoveryCodes']>('POST', '/api/account/two-factor/recovery-codes'), { body }),
  sessions: ({ signal }: Signal): Promise<SessionRow[]> => call(at<Api['sessions']>('GET', paths.sessions), { signal }),
  endSession: (ref: string) => call(at<Api['revokeSession']>('DELETE', '/api/account/sessions/:ref'), { params: { ref } }),
  endOtherSessions: (): Promise<SessionRow[]> => call(at<Api['revokeOtherSessions']>('POST', '/api/account/sessions/end-others'), {}),
  beginExport: (): Promise<ExportState> => call(at<Api['startExport']>('POST', '/api/account/exports'), {}),
  readExport: (id: number, { signal }: Signal): Promise<ExportState> =>
    call(at<Api['readExport']>('GET', '/api/account/exports/:id'), { params: { id }, signal }),
  deletion: ({ signal }: Signal): Promise<DeletionEffect> => call(at<Api['deletion']>('GET', paths.deletion), { signal }),
  delete: (body: BodyFor<'delete'>) => call(at<Api['delete']>('POST', '/api/account/delete'), { body }),
}

/** Where the browser fetches the archive. */
export const getDownloadPath = ({ id }: Pick<DataExport, 'id'>): string => `/api/account/exports/${id}/download`
