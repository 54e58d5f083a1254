/** An error as PayPal's SDK has it. `isRecoverable`: another presentation mode may work. */
export class PayPalSandboxError extends Error {
  constructor(code, message, isRecoverable = false) {
    super(message)
    this.name = 'PayPalError'
    this.code = code
    this.isRecoverable = isRecoverable
  }
}
export const toError = (error) => (error instanceof Error ? error : new PayPalSandboxError('ERR_UNKNOWN', String(error)))

/** Calls the simulator. Refusals and network failures reject with a PayPalSandboxError. */
export const callApi = async (call, body) => {
  let response
  try {
    const headers = { 'content-type': 'application/json' }
    response = await fetch(new URL(call, import.meta.url), { method: 'POST', credentials: 'omit', headers, body: JSON.stringify(body) })
  } catch {
    throw new PayPalSandboxError('ERR_NETWORK', 'The PayPal sandbox could not be reached.', true)
  }
  const result = await response.json().catch(() => ({}))
  if (!response.ok)
    throw new PayPalSandboxError(
      result.name ?? 'ERR_UNKNOWN',
      result.message ?? `The PayPal sandbox responded with status ${response.status}.`,
    )
  return result
}
