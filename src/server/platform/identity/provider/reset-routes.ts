import type { FastifyInstance, FastifyReply } from 'fastify'
import { spokenWait } from '#server/platform/http/limits.ts'
import { AppError } from '../../errors.ts'
import { cameFrom } from '../../http/came-from.ts'
import type { OwnPassword } from '../own-password.ts'
import type { Page } from '../pages/layout.ts'
import { deadLinkPage, forgotPasswordPage, linkSentPage, newPasswordPage, passwordSetPage } from '../pages/reset-password-pages.ts'
import type { Throttle } from './throttle.ts'
import { readAddress, readNewPassword } from './typed.ts'

type Deps = { password: OwnPassword; throttle: Throttle; startOver: string }
type WithToken = { Querystring: { token?: string } }

const forgotPath = '/sign-in/forgot-password'
const longestToken = 200

const formOf = (body: unknown) => (body instanceof URLSearchParams ? body : new URLSearchParams())
const tokenOf = ({ token }: WithToken['Querystring']) => (typeof token === 'string' ? token.slice(0, longestToken) : '')

/** The pages for whoever forgot the password: they ask for the address, and set a new password by the link that was mailed. */
export const registerResetPages = (app: FastifyInstance, { password, throttle, startOver }: Deps) => {
  const send = (reply: FastifyReply, page: Page, status = 200) => reply.code(status).headers(page.headers).send(page.html)
  const wait = (reply: FastifyReply, seconds: number) => {
    reply.header('retry-after', String(seconds))
    return `Too many attempts. Please wait ${spokenWait(seconds)} and try again.`
  }
  /** A link that isn't good says why, and how to get another. */
  const orDead = async (reply: FastifyReply, work: () => Promise<unknown>) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return send(reply, deadLinkPage(error.message, { href: forgotPath, label: 'Ask for a new link' }), error.status)
    }
  }

  app.get(forgotPath, (_request, reply) => send(reply, forgotPasswordPage({ signInHref: startOver })))

  app.post(forgotPath, async (request, reply) => {
    const { email, error } = readAddress(formOf(request.body))
    const again = (errors: { email?: string; form?: string }, status: number) =>
      send(reply, forgotPasswordPage({ email, errors, signInHref: startOver }), status)
    if (error) return again({ email: error }, 400)
    const seconds = await throttle.askReset(email, request.ip)
    if (seconds) return again({ form: wait(reply, seconds) }, 429)
    await password.askReset(email, cameFrom(request))
    return send(reply, linkSentPage(email, startOver))
  })

  app.get<WithToken>('/sign-in/reset-password', (request, reply) =>
    orDead(reply, async () => {
      await password.tryReset(tokenOf(request.query))
      return send(reply, newPasswordPage({}))
    }),
  )

  app.post<WithToken>('/sign-in/reset-password', (request, reply) =>
    orDead(reply, async () => {
      const seconds = await throttle.tryReset(request.ip)
      if (seconds) return send(reply, newPasswordPage({ errors: { password: wait(reply, seconds) } }), 429)
      await password.tryReset(tokenOf(request.query))
      const typed = readNewPassword(formOf(request.body))
      if (typed.error) return send(reply, newPasswordPage({ errors: { password: typed.error } }), 400)
      const { email } = await password.reset(tokenOf(request.query), typed.password, cameFrom(request))
      // Whoever locked himself out by guessing gets in with the new one.
      await throttle.signedIn(email, request.ip)
      return send(reply, passwordSetPage(startOver))
    }),
  )
}
