/** Letters of their own that are typed as others. */
const likeOthers: Readonly<Record<string, string>> = {
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
    .map((each) => likeOthers[each] ?? each)
    .join('')

/** Without accents and in lower case, as the server compares. */
export const foldText = (text: string): string => [...text].map(foldLetter).join('')

/** Parts of a text, in its order; those that were looked for are marked. */
export type TextPart = { text: string; marked: boolean }

/** Cuts the text where one of the words stands in it, whatever its accents and case. */
export const markWords = (text: string, words: readonly string[]): TextPart[] => {
  const letters = [...text]
  // Where each folded letter comes from: some become two, and accents of their own none.
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
