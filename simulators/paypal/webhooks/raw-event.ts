/** The index after the JSON value that begins at `start`. Only for text that JSON.parse has accepted. */
const valueEnd = (json: string, start: number): number => {
  let depth = 0
  for (let at = start; at < json.length; at += 1) {
    const letter = json[at]
    if (letter === '"') {
      at += 1
      while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    } else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth === 0 && !/[\s:]/.test(letter ?? '')) return at + 1
  }
  return json.length
}

/**
 * The text of the top-level member `webhook_event`, byte for byte as it was sent: the signature is over that text, so an event that was
 * parsed and written anew may not match. '' when there is none. `json` must be an object that JSON.parse accepts.
 */
export const rawEvent = (json: string): string => {
  let at = json.indexOf('{') + 1
  while (at < json.length) {
    at = json.indexOf('"', at)
    if (at < 0) return ''
    const nameEnd = valueEnd(json, at)
    const name = JSON.parse(json.slice(at, nameEnd)) as string
    let start = json.indexOf(':', nameEnd) + 1
    while (/\s/.test(json[start] ?? '')) start += 1
    const scalar = /^(?:true|false|null|-?[\d.eE+-]+)/.exec(json.slice(start, start + 40))?.[0]
    const end = scalar === undefined ? valueEnd(json, start) : start + scalar.length
    if (name === 'webhook_event') return json.slice(start, end)
    at = end
  }
  return ''
}
