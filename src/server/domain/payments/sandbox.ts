const prefix = 'sandbox-'

/** The id of a user's account with the built-in simulators. */
export const toSandboxAccountId = (userId: number): string => `${prefix}${userId}`

/** SQL that is true for an account of the simulators, and false for others and for null. @param column an SQL expression */
export const isSandboxAccountSql = (column: string): string => `coalesce(${column} like '${prefix}%', false)`
