// The wide forms of = + - @ are taken for the plain ones by spreadsheets set to Japanese.
const wouldRun = /^'*[=+\-@\t\r＝＋－＠]/
const wasQuoted = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * What a cell of our CSV files says so that no spreadsheet runs it: text that begins as formulas do gets a leading '. Text that begins with
 * 's before such a character gets one more, so that reading takes exactly one off again.
 */
export const escapeFormula = (text: string): string => (wouldRun.test(text) ? `'${text}` : text)

/** The text that `neutralised` was given. */
export const unescapeFormula = (cell: string): string => (wasQuoted.test(cell) ? cell.slice(1) : cell)

/** '=1+1', '@SUM(A1)', '+cmd|...', '-HYPERLINK("...': but not '+1 555 0100', '-12.50' or '- none -'. */
const formula = /^(?:[=@\t]|[+-](?:.*(?:[a-z]\w{0,30}|')[(|!]|\s*[=@]))/is

/** Why the cell can't be taken as it is, or undefined when no spreadsheet would run it. */
export const findFormulaProblem = (cell: string): string | undefined => {
  if (!formula.test(cell)) return
  const sign = cell.startsWith('\t') ? 'a tab' : `"${cell.charAt(0)}"`
  return `begins with ${sign}, which spreadsheets would run as a formula; put a ' before it to keep it as text`
}
