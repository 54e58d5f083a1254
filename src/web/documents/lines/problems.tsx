import { createContext, type ReactNode, useContext } from 'react'
import { cx } from '#web/ui/cx.ts'

export type FormProblem = {
  message: string
  refusesDraft?: boolean | undefined
  link?: { href: string; text: string } | undefined
}

export const FormProblems = createContext<ReadonlyMap<string, readonly FormProblem[]>>(new Map())

const none: readonly FormProblem[] = []

/** A problem for which a save was refused is the field's error, and leaves only its link here. */
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
