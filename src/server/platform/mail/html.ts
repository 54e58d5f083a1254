import { escapeHtml } from '#server/platform/text/plain-text.ts'

/** Only `html` and `rawHtml` create it, so that plain text cannot be mistaken for markup. */
export class Html {
  readonly #markup: string
  constructor(markup: string) {
    this.#markup = markup
  }
  toString() {
    return this.#markup
  }
}

/** Of a sentence. */
export type Inline = string | Html
type Part = string | number | false | null | undefined | Html | readonly Part[]

const render = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}

/** Texts are escaped for elements and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, next, index) => text + render(parts[index - 1]) + next))

/** For constants in the code only, never for input. */
export const rawHtml = (markup: string): Html => new Html(markup)

export const renderLines = (text: string): Html =>
  html`${text
    .trim()
    .split(/\r\n|[\r\n]/)
    .map((line, index) => html`${index > 0 && rawHtml('<br>')}${line}`)}`
