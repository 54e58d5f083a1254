const prefix = 'sandbox-'

export const toSandboxAccountId = (userId: number): string => `${prefix}${userId}`

export const isSandboxAccountSql = (column: string): string => `coalesce(${column} like '${prefix}%', false)`
