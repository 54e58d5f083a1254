import type { Account, AccountStorage, accountApi, DataExport, DeletionEffect } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'

type Api = typeof accountApi
type Signal = { signal: AbortSignal }
type BodyFor<Name extends keyof Api> = WireBodyOf<Api[Name]>

export type SessionRow = WireReplyOf<Api['sessions']>[number]
export type ExportState = WireReplyOf<Api['readExport']>

/** The calls of the account page. Each throws an ApiError when the server refuses, a TypeError when it can't be reached. */
export const accountClient = {
  read: ({ signal }: Signal): Promise<Account> => call(accountEndpoints.account, { signal }),
  storage: ({ signal }: Signal): Promise<AccountStorage> => call(accountEndpoints.storage, { signal }),
  rename: (body: BodyFor<'rename'>): Promise<Account> => call(accountEndpoints.rename, { body }),
  changeEmail: (body: BodyFor<'changeEmail'>): Promise<Account> => call(accountEndpoints.changeEmail, { body }),
  resendEmail: (): Promise<Account> => call(accountEndpoints.resendEmail, {}),
  keepEmail: () => call(accountEndpoints.cancelEmailChange, {}),
  changePassword: (body: BodyFor<'changePassword'>): Promise<Account> => call(accountEndpoints.changePassword, { body }),
  beginTwoFactor: (body: BodyFor<'startTwoFactor'>) => call(accountEndpoints.startTwoFactor, { body }),
  confirmTwoFactor: (body: BodyFor<'confirmTwoFactor'>) => call(accountEndpoints.confirmTwoFactor, { body }),
  endTwoFactor: (body: BodyFor<'disableTwoFactor'>): Promise<Account> => call(accountEndpoints.disableTwoFactor, { body }),
  renewRecoveryCodes: (body: BodyFor<'regenerateRecoveryCodes'>) => call(accountEndpoints.regenerateRecoveryCodes, { body }),
  sessions: ({ signal }: Signal): Promise<SessionRow[]> => call(accountEndpoints.sessions, { signal }),
  endSession: (ref: string) => call(accountEndpoints.revokeSession, { params: { ref } }),
  endOtherSessions: (): Promise<SessionRow[]> => call(accountEndpoints.revokeOtherSessions, {}),
  beginExport: (): Promise<ExportState> => call(accountEndpoints.startExport, {}),
  readExport: (id: number, { signal }: Signal): Promise<ExportState> => call(accountEndpoints.readExport, { params: { id }, signal }),
  deletion: ({ signal }: Signal): Promise<DeletionEffect> => call(accountEndpoints.deletion, { signal }),
  delete: (body: BodyFor<'delete'>) => call(accountEndpoints.delete, { body }),
}

/** Where the browser fetches the archive. */
export const getDownloadPath = ({ id }: Pick<DataExport, 'id'>): string => getEndpointUrl(accountEndpoints.download, { params: { id } })
