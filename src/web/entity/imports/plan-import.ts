import type { DayOrder } from '#modules/imports/days.ts'
import { type CostSign, findMissingFields, type ImportMapping } from '#modules/imports/rows.ts'
import { findFileProblem } from '#modules/imports/telling-columns.ts'
import type { Currency } from '#shared/currencies.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { detectFormats, findTableTellingColumns } from './check-rows.ts'
import type { CsvTable } from './parse-csv.ts'

/** `amount` can be read both ways, such as '1.500'; the sign of `cost` is open. */
export type ImportQuestions = { days: boolean; amount: string | undefined; cost: string | undefined }

export type ImportAnswers = { dayOrder: DayOrder | undefined; decimalComma: boolean | undefined; costSign: CostSign | undefined }
type PlanChoices = ImportAnswers & Pick<ImportMapping, 'columns' | 'otherCategory'>

export const planImport = (kind: ImportKind, table: CsvTable, choices: PlanChoices, homeCurrency: Currency) => {
  const { columns, dayOrder, otherCategory } = choices
  const { days, decimalComma, unclearAmount, negativeCost } = detectFormats(kind, table, columns)
  const questions: ImportQuestions = { days: days === 'ask', amount: unclearAmount, cost: negativeCost }
  const plan: ImportMapping = {
    kind,
    headers: table.headers,
    columns,
    dayOrder: days === 'ask' ? (dayOrder ?? 'mdy') : days,
    decimalComma: decimalComma === 'ask' ? (choices.decimalComma ?? false) : decimalComma,
    otherCategory,
    costSign: negativeCost === undefined ? 'positive' : choices.costSign,
    telling: findTableTellingColumns(kind, table),
    homeCurrency,
  }
  return {
    plan,
    questions,
    unanswered: {
      days: questions.days && dayOrder === undefined,
      amount: questions.amount !== undefined && choices.decimalComma === undefined,
      cost: questions.cost !== undefined && choices.costSign === undefined,
    },
    missing: findMissingFields(plan),
    fileProblem: findFileProblem(plan),
  }
}
