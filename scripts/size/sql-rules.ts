/** The places, as 'file:line', where a pattern matches; one for each line. */
const findLines = (sources: ReadonlyMap<string, string>, pattern: RegExp): string[] =>
  [...sources].flatMap(([file, source]) =>
    source
      .split('\n')
      .flatMap((line, index) => (!/^\s*(\/\/|\*|\/\*|--)/.test(line) && pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  )

/** A due date, or the column that holds it, that a query compares with today: `due_date < $3`, `p.${type.endColumn} < $2::date`. */
const overdueComparison = /(\bdue_date|\$\{[\w.]*endColumn\}|\$\{[\w.]*dueDate\})\s*<(?!=)/

/** Places that decide in SQL whether a document is overdue. */
export const findOverdueRules = (sources: ReadonlyMap<string, string>): string[] => findLines(sources, overdueComparison)

/** A sum of payments less what was returned of them: `sum(p.amount - p.refunded)`, with any alias. */
const paidSum = /\bsum\(\s*((\w+|\$\{[\w.]+\})\.)?amount\s*-\s*((\w+|\$\{[\w.]+\})\.)?refunded\s*\)/

/** Places that compute in SQL how much of an invoice is paid so far. */
export const findPaidSums = (sources: ReadonlyMap<string, string>): string[] => findLines(sources, paidSum)
