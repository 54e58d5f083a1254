import { createContext, type ReactNode, useContext } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A sentence at a field of the form. */
export type FormProblem = {
  message: string
  /** Not even a draft can be saved with it. */
  refusesDraft?: boolean | undefined
  /** The page on which it is mended. */
  link?: { href: string; text: string } | undefined
}

/** What would keep the document from being saved or issued, by the form's fields; found while typing. */
export const FormProblems = createContext<ReadonlyMap<string, readonly FormProblem[]>>(new Map())

const none: readonly FormProblem[] = []

/**
 * What `Field` shows of a field's problems: a hint with a sentence each. One that a save was refused for is the field's error, and leaves its link.
 * @param path the field in the form
 * @param error its error after a refused save
 */
export const useProblemHint = (path: string, error: string | undefined): ReactNode => {
  const problems = useContext(FormProblems).get(path) ?? none
  const shown = problems.filter(({ message, link }) => message !== error || link)
  if (shown.length === 0) return undefined
  return shown.map(({ message, refusesDraft, link }) => (
    <span key={message} className={cx('block', refusesDraft ? 'text-danger' : 'text-warn')}>
      {message !== error && message}{' '}
      {link && (
        <a
          href={link.href}
          target="_blank"
          rel="noreferrer"
          className="whitespace-nowrap font-medium underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {link.text}
          <span className="sr-only"> (in a new tab)</span>
        </a>
      )}
    </span>
  ))
}
