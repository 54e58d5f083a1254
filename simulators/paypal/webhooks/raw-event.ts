/** Only for valid JSON. */
const findValueEnd = (json: string, start: number): number => {
  let depth = 0
  for (let at = start; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') {
      at += 1
      while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth === 0 && !/[\s:]/.test(character ?? '')) return at + 1
  }
  return json.length
}

/** The signature covers this exact text, which an event that is parsed and serialized again may not match. Only for valid JSON. */
export const extractRawEvent = (json: string): string => {
  let at = json.indexOf('{') + 1
  while (at < json.length) {
    at = json.indexOf('"', at)
    if (at < 0) return ''
    const nameEnd = findValueEnd(json, at)
    const name = JSON.parse(json.slice(at, nameEnd)) as string
    let start = json.indexOf(':', nameEnd) + 1
    while (/\s/.test(json[start] ?? '')) start += 1
    const scalar = /^(?:true|false|null|-?[\d.eE+-]+)/.exec(json.slice(start, start + 40))?.[0]
    const end = scalar === undefined ? findValueEnd(json, start) : start + scalar.length
    if (name === 'webhook_event') return json.slice(start, end)
    at = end
  }
  return ''
}
