const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Nothing was stored, and the same request succeeds once there is space. */
export const isDiskFull = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && codes.has(code)
}
