/** Markup that is safe to send. Only `html` makes it. */
export type Html = { readonly markup: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

type Part = string | number | false | null | undefined | Html | readonly Html[]
const print = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(print).join('')
}

/** A template whose texts are escaped; nested `html`, lists of it and null may stand in it too. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.reduce((text, next, index) => text + print(parts[index - 1]) + next),
})
