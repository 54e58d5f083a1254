import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { renderNoticePage } from '#server/platform/auth/pages/layout.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { buildSignedInLink } from '#shared/native-shell.ts'

type Problem = { status: number; title: string; text: string }

/** The sign-in that a browser came back with isn't under way here. */
export class LoginAttemptNotFoundError extends Error {}

const problemOf = (error: unknown): Problem => {
  // 'invalid_grant': the code was used already, or is too old.
  if (error instanceof LoginAttemptNotFoundError || (error instanceof ResponseBodyError && error.error === 'invalid_grant'))
    return {
      status: 400,
      title: "Sign-in didn't work",
      text: 'This sign-in took too long or was started in another browser window. Please try again.',
    }
  if (error instanceof AppError)
    return { status: error.status, title: error.status === 429 ? 'Please wait' : "Sign-in didn't work", text: error.message }
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied'
      ? { status: 400, title: 'Sign-in was cancelled', text: 'Nothing has changed. You can try again whenever you like.' }
      : { status: 400, title: "Sign-in didn't work", text: 'The identity provider refused this sign-in. Please try again.' }
  const status = (error as { statusCode?: number }).statusCode
  if (status !== undefined && status >= 400 && status < 500)
    return { status, title: "That didn't work", text: 'The page sent something that could not be read. Please try again.' }
  return {
    status: 502,
    title: "Sign-in isn't available right now",
    text: 'The sign-in service did not answer as it should. This is usually over in a moment: please try again.',
  }
}

/**
 * Answers a failed sign-in with a page that offers to try again; a server fault is logged.
 * @param again where 'Try again' leads
 * @param ofApp whether the native app began the sign-in, and waits for its end
 */
export const sendSignInError = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { again, ofApp = false, log }: { again: string; ofApp?: boolean; log: (line: string) => void },
) => {
  const { status, title, text } = problemOf(error)
  if (status >= 500) log(`Sign-in failed (${request.id}): ${inWords(error)}`)
  const page = renderNoticePage({
    title,
    text,
    action: { href: again, label: 'Try again' },
    ...(ofApp
      ? { second: { href: buildSignedInLink(null), label: 'Back to the app' } }
      : again.startsWith('/')
        ? { second: { href: '/', label: 'Back to the start page' } }
        : {}),
  })
  return reply.code(status).headers(page.headers).send(page.html)
}

const inWords = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string }
  return `${code ? `${code} ` : ''}${message}${cause instanceof Error ? ` (${inWords(cause)})` : ''}`
}
