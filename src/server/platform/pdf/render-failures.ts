import type { PdfDocument } from '#shared/pdf-document.ts'
import { truncateText } from './clean-text.ts'
import { EngineTimeoutError, PdfRefusedError } from './pdf-errors.ts'

/** What is to be drawn, in words for its owner. */
export type Subject = {
  /** e.g. 'invoice INV-2026-0001' */
  name: string
  /** How one that is too long can be mended; '' when it can't. */
  advice: string
}

const longestNumber = 40

export const describeSubject = ({ kind, number }: PdfDocument): Subject => ({
  name: `${kind.toLowerCase()} ${truncateText(number, longestNumber)}`.trimEnd(),
  advice: kind === 'Receipt' ? '' : `Shorten its descriptions or split it into several ${kind === 'Invoice' ? 'invoices' : 'estimates'}.`,
})

/** Rounded up, so that it is never 1. */
const shownTimes = (times: number) => (times < 10 ? Math.ceil(times * 10) / 10 : Math.ceil(times)).toLocaleString('en-US')

/** @param times how long it is, as a multiple of what a PDF can hold */
export const createTooLongError = ({ name, advice }: Subject, times: number): PdfRefusedError =>
  new PdfRefusedError(`A PDF can't hold ${name}: the text is about ${shownTimes(times)} times as long as fits. ${advice}`.trimEnd())

const wordsFor = ({ name, advice }: Subject, error: Error) =>
  error instanceof EngineTimeoutError
    ? `Making a PDF of ${name} took too long and was given up. ${advice}`.trimEnd()
    : `The PDF of ${name} could not be made: an error on our side, which is in our log.`

const mostRemembered = 1_000
/** Long enough that repeated requests cost nothing; then what failed may be tried again, for instance after the machine was busy. */
const rememberedForMs = 15 * 60_000

/** Remembers which documents the engine failed on, so that the same one is answered at once instead of being tried again. */
export const createFailureCache = (now: () => number) => {
  /** By the hash of the document, oldest first. */
  const remembered = new Map<string, { refusal: PdfRefusedError; at: number }>()
  return {
    find(key: string): PdfRefusedError | undefined {
      const known = remembered.get(key)
      return known !== undefined && now() - known.at < rememberedForMs ? known.refusal : undefined
    },
    add(key: string, subject: Subject, error: Error): PdfRefusedError {
      const refusal = new PdfRefusedError(wordsFor(subject, error), { cause: error })
      remembered.delete(key)
      remembered.set(key, { refusal, at: now() })
      const [oldest] = remembered.keys()
      if (remembered.size > mostRemembered) remembered.delete(oldest!)
      return refusal
    },
  }
}
