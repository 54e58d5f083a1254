/** A quoted stack of a deep failure is long; what comes after so much says nothing more. */
const longest = 8000

/** All that could end a line, move a terminal's cursor or turn the direction of writing: controls, format characters, separators, lone halves. */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The ids of our own messages look like addresses, and say which message is meant: a kind, and numbers. */
const isMessageId = (address: string) => /^[a-z-]+(-[0-9a-f]+)+@/.test(address)
const address = /[^\s<>"'(),:;[\]]{1,200}@[^\s<>"'(),:;[\]]{1,200}/g
/** What follows in the path of a public page or a webhook is a secret that its holder keeps. */
const holdersPath = /\/(pay-invoice|review-estimate|pay|payment-success|public\/invoice|public\/estimate|webhooks\/[a-z-]+)\/[\w-]{8,}/g
/** Keys of providers, tokens of our own, and whatever calls itself a password in an address. */
const keys = /\b((?:sk|rk|pk|whsec)_[a-z]*_?|billfold_[0-9a-z]+_)[\w-]{8,}/gi
const credentials = /(?<!\w)(\w+:\/\/)[^\s/@]+@/g

/**
 * Text as it may stand in a log: without characters that do something to whoever looks at it, and without what people and their devices are known by.
 * @param text may hold line breaks and tabs, as stacks do
 */
export const redact = (text: string): string =>
  text
    .slice(0, longest)
    .replace(unseen, '\ufffd')
    .replace(credentials, '$1…@')
    .replace(address, (found) => (isMessageId(found) || found.startsWith('…@') ? found : '(address)'))
    .replace(holdersPath, '/$1/…')
    .replace(keys, '$1…')

/**
 * An error as it may stand in a log. Of PostgreSQL's, only what it is about: its detail quotes rows, and complaints about a value (class 22) quote it.
 */
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
