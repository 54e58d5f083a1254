// Spreadsheets in Japanese treat the full-width forms of = + - @ like the plain ones.
const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/
const escapedFormulaStart = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * Escapes a CSV cell so that spreadsheets don't run it: text that starts like a formula gets a leading '. Text that starts with 's before such a
 * character gets another, so that `unescapeFormula` removes exactly one.
 */
export const escapeFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Reverts `escapeFormula`. */
export const unescapeFormula = (cell: string): string => (escapedFormulaStart.test(cell) ? cell.slice(1) : cell)

/** '=1+1', '@SUM(A1)', '+cmd|...', '-HYPERLINK("...': but not '+1 555 0100', '-12.50' or '- none -'. */
const formula = /^(?:[=@\t]|[+-](?:.*(?:[a-z]\w{0,30}|')[(|!]|\s*[=@]))/is

/** @returns the message for a cell that a spreadsheet would run as a formula, else undefined */
export const findFormulaProblem = (cell: string): string | undefined => {
  if (!formula.test(cell)) return
  const sign = cell.startsWith('\t') ? 'a tab' : `"${cell.charAt(0)}"`
  return `begins with ${sign}, which spreadsheets would run as a formula; put a ' before it to keep it as text`
}
