/** As PayPal's own: `isRecoverable` says that another way of paying may do. */
export class PayPalSandboxError extends Error {
  constructor(code, message, isRecoverable = false) {
    super(message)
    this.name = 'PayPalError'
    this.code = code
    this.isRecoverable = isRecoverable
  }
}
export const asError = (error) => (error instanceof Error ? error : new PayPalSandboxError('ERR_UNKNOWN', String(error)))

/** Calls the sandbox; its refusals and a broken connection reject with a PayPalSandboxError. */
export const ask = async (call, body) => {
  let answer
  try {
    const headers = { 'content-type': 'application/json' }
    answer = await fetch(new URL(call, import.meta.url), { method: 'POST', credentials: 'omit', headers, body: JSON.stringify(body) })
  } catch {
    throw new PayPalSandboxError('ERR_NETWORK', 'The PayPal sandbox could not be reached.', true)
  }
  const told = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new PayPalSandboxError(told.name ?? 'ERR_UNKNOWN', told.message ?? `The PayPal sandbox answered ${answer.status}.`)
  return told
}
