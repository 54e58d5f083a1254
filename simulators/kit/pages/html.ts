export type Html = { readonly markup: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

type Value = string | number | false | null | undefined | Html | readonly Html[]
const print = (value: Value): string => {
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return 'markup' in value ? value.markup : value.map(print).join('')
}

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.reduce((text, next, index) => text + print(values[index - 1]) + next),
})
