/** What the system says of a full disk, or of an account that has used up its share; and what PostgreSQL says of its own. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether there was no space left to write something down: nothing was kept, and the same request succeeds once there is. */
export const isDiskFull = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && codes.has(code)
}
