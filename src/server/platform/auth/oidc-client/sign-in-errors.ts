import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { renderNoticePage, sendPage } from '#server/platform/auth/pages/layout.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { buildSignedInLink } from '#shared/native-shell.ts'

/** Not started in this browser, or expired. */
export class LoginAttemptNotFoundError extends Error {}

const failed = "Sign-in didn't work"

const describeError = (error: unknown): { status: number; title: string; text: string } => {
  if (error instanceof LoginAttemptNotFoundError || (error instanceof ResponseBodyError && error.error === 'invalid_grant'))
    return {
      status: 400,
      title: failed,
      text: 'This sign-in took too long or was started in another browser window. Please try again.',
    }
  if (error instanceof AppError) return { status: error.status, title: error.status === 429 ? 'Please wait' : failed, text: error.message }
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied'
      ? { status: 400, title: 'Sign-in was canceled', text: 'Nothing has changed. You can try again at any time.' }
      : { status: 400, title: failed, text: 'The identity provider refused this sign-in. Please try again.' }
  const status = (error as { statusCode?: number }).statusCode
  if (status !== undefined && status >= 400 && status < 500)
    return { status, title: "That didn't work", text: 'The page sent something that could not be read. Please try again.' }
  return {
    status: 502,
    title: "Sign-in isn't available right now",
    text: 'The sign-in service did not respond as expected. Please try again in a moment.',
  }
}

/** Server errors are logged. `isForApp`: the native app waits for the end of the sign-in. */
export const sendSignInError = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { retryHref, isForApp = false, log }: { retryHref: string; isForApp?: boolean; log: (line: string) => void },
) => {
  const { status, title, text } = describeError(error)
  if (status >= 500) log(`Sign-in failed (${request.id}): ${formatCauses(error)}`)
  const second = isForApp
    ? { href: buildSignedInLink(null), label: 'Back to the app' }
    : retryHref.startsWith('/')
      ? { href: '/', label: 'Back to the home page' }
      : undefined
  return sendPage(
    reply,
    renderNoticePage({ title, text, action: { href: retryHref, label: 'Try again' }, ...(second && { second }) }),
    status,
  )
}

export const formatCauses = (error: unknown): string => {
  const { message, code, cause } = error as Error & { code?: string }
  return `${code ? `${code} ` : ''}${message}${cause instanceof Error ? ` (${formatCauses(cause)})` : ''}`
}
