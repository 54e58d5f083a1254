/** Letters without a decomposition, and what they are typed as. */
const replacements: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ', ŋ: 'n', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' },
}

const foldLetter = (letter: string): string =>
  [
    ...letter
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, ''),
  ]
    .map((each) => replacements[each] ?? each)
    .join('')

/** As the server does for comparison. */
export const foldText = (text: string): string => [...text].map(foldLetter).join('')

export type TextPart = { text: string; marked: boolean }

export const markWords = (text: string, words: readonly string[]): TextPart[] => {
  const letters = [...text]
  // The source index of each folded letter: a letter may fold to two, a combining accent to none.
  const from: number[] = []
  let folded = ''
  for (const [i, letter] of letters.entries()) {
    const as = foldLetter(letter)
    folded += as
    for (let n = 0; n < as.length; n++) from.push(i)
  }
  const marked = new Set<number>()
  for (const word of words)
    for (let at = word === '' ? -1 : folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      for (let i = from[at]!; i <= from[at + word.length - 1]!; i++) marked.add(i)
  const parts: TextPart[] = []
  for (const [i, letter] of letters.entries()) {
    const last = parts.at(-1)
    if (last?.marked === marked.has(i)) last.text += letter
    else parts.push({ text: letter, marked: marked.has(i) })
  }
  return parts
}
