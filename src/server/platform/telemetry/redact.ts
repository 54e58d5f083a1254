/** Long enough for the useful part of any stack trace. */
const maxLength = 8000

/** They could end a line, move a terminal's cursor or reverse the writing direction. */
const unsafeCharacters = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Those of Billfold's own emails look like addresses; they consist of a kind and numbers, and are logged. */
const isMessageId = (address: string) => /^[a-z-]+(-[0-9a-f]+)+@/.test(address)
const address = /[^\s<>"'(),:;[\]]{1,200}@[^\s<>"'(),:;[\]]{1,200}/g
/** The last part of the path of a public page or a webhook is a secret. */
const secretPath =
  /\/(pay-invoice|review-estimate|credit-note|pay|payment-success|public\/invoice|public\/estimate|public\/credit-note|webhooks\/[a-z-]+)\/[\w-]{8,}/g
/** Keys of payment providers, API tokens, and the user info of a URL. */
const keys = /\b((?:sk|rk|pk|whsec)_[a-z]*_?|billfold_[0-9a-z]+_)[\w-]{8,}/gi
const credentials = /(?<!\w)(\w+:\/\/)[^\s/@]+@/g

export const redact = (text: string): string =>
  text
    .slice(0, maxLength)
    .replace(unsafeCharacters, '\ufffd')
    .replace(credentials, '$1…@')
    .replace(address, (found) => (isMessageId(found) || found.startsWith('…@') ? found : '(address)'))
    .replace(secretPath, '/$1/…')
    .replace(keys, '$1…')

/** PostgreSQL's detail quotes rows, and the message of a data exception (class 22) the value: both are left out. */
export const redactError = (error: unknown): Record<string, string> => {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const quotesValues = typeof code === 'string' && /^22/.test(code)
  const hide = (text: string) => redact(quotesValues ? text.replace(/"[^"\n]*"/g, '"…"') : text)
  return {
    type: error.name,
    message: hide(error.message),
    ...(typeof code === 'string' && { code: redact(code) }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.stack && { stack: hide(error.stack) }),
  }
}
