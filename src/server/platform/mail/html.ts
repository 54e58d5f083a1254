/** Markup that is safe to send. Only `html` and `trusted` make it, so that a text can't pass for markup. */
export class Html {
  readonly #markup: string
  constructor(markup: string) {
    this.#markup = markup
  }
  toString() {
    return this.#markup
  }
}

type Part = string | number | false | null | undefined | Html | readonly Part[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const print = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(print).join('')
  return escaped(String(part))
}

/** A template whose texts are escaped, also inside quoted attributes; nested `html`, lists of it, false and null may stand in it too. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, next, index) => text + print(parts[index - 1]) + next))

/** Takes markup as it is. For constants of our own code only, never for a text that came from outside. */
export const rawHtml = (markup: string): Html => new Html(markup)

/** A text of several lines: its line breaks stay, all else is escaped. */
export const renderLines = (text: string): Html =>
  html`${text
    .trim()
    .split(/\r\n|[\r\n]/)
    .map((line, index) => html`${index > 0 && rawHtml('<br>')}${line}`)}`
