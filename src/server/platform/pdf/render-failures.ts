import type { PdfDocument } from '#shared/pdf-document.ts'
import { truncateText } from './clean-text.ts'
import { EngineTimeoutError, PdfRefusedError } from './pdf-errors.ts'

export type Subject = {
  name: string
  /** '' when it cannot be shortened. */
  advice: string
}

const maxNumberLength = 40

export const describeSubject = ({ kind, number }: PdfDocument): Subject => ({
  name: `${kind.toLowerCase()} ${truncateText(number, maxNumberLength)}`.trimEnd(),
  advice: kind === 'Receipt' ? '' : `Shorten its descriptions or split it into several ${kind === 'Invoice' ? 'invoices' : 'estimates'}.`,
})

/** Rounded up, so that it is never '1'. */
const formatTimes = (times: number) => (times < 10 ? Math.ceil(times * 10) / 10 : Math.ceil(times)).toLocaleString('en-US')

export const createTooLongError = ({ name, advice }: Subject, times: number): PdfRefusedError =>
  new PdfRefusedError(`A PDF can't hold ${name}: the text is about ${formatTimes(times)} times as long as fits. ${advice}`.trimEnd())

const describeFailure = ({ name, advice }: Subject, error: Error) =>
  error instanceof EngineTimeoutError
    ? `Making a PDF of ${name} took too long and was given up. ${advice}`.trimEnd()
    : `The PDF of ${name} could not be made: an error on our side, which is in our log.`

const maxCached = 1_000
/** Long enough that repeated requests cost nothing; afterwards a document may succeed, for example because the machine is less busy. */
const cacheMs = 15 * 60_000

/** A repeated request is refused at once instead of being rendered again. */
export const createFailureCache = (now: () => number) => {
  const failures = new Map<string, { refusal: PdfRefusedError; at: number }>()
  return {
    find(key: string): PdfRefusedError | undefined {
      const failure = failures.get(key)
      return failure !== undefined && now() - failure.at < cacheMs ? failure.refusal : undefined
    },
    add(key: string, subject: Subject, error: Error): PdfRefusedError {
      const refusal = new PdfRefusedError(describeFailure(subject, error), { cause: error })
      failures.delete(key)
      failures.set(key, { refusal, at: now() })
      const [oldest] = failures.keys()
      if (failures.size > maxCached) failures.delete(oldest!)
      return refusal
    },
  }
}
