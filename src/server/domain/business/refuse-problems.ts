import { type ActionFields, listProblems } from '#model/action.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** @throws AppError 400 at the first field that the record's own figures refuse */
export const refuseProblems = (fields: ActionFields, body: Readonly<Record<string, unknown>>): void => {
  const [problem] = listProblems(fields, body)
  if (problem) throw new AppError(400, problem.message, { issues: [problem] })
}
