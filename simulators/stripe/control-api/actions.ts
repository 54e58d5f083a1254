import { type ControlActions, createCommonActions } from '#simulators/kit/control-api.ts'
import { readInteger, readText } from '#simulators/kit/control-body.ts'
import type { Faults } from '#simulators/kit/faults.ts'
import { HttpError } from '#simulators/kit/http.ts'
import type { WebhookOutbox } from '#simulators/kit/webhook-outbox.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { emptyState } from '#simulators/stripe/core/state.ts'
import { rotateSecret } from '#simulators/stripe/webhooks/secrets.ts'
import { findNamed } from './find-named.ts'
import { createPaymentActions } from './payment-actions.ts'

type Options = {
  context: Context
  seed: string | null
  faults: Faults
  outbox: WebhookOutbox
  advanceClock(seconds: number): void
}

const day = 24 * 3600

export const createActions = ({ context, seed, faults, outbox, advanceClock }: Options): ControlActions => ({
  ...createCommonActions({
    faults,
    outbox,
    advanceClock,
    changed: context.changed,
    reset: (body) => void Object.assign(context.state, emptyState(typeof body.seed === 'string' ? body.seed : seed)),
    dump: () => {
      const accounts = Object.entries(context.state.accounts).map(([id, account]) => {
        const { webhookSecrets, oldSecrets, answers, ...rest } = account
        return [id, rest]
      })
      return { accounts: Object.fromEntries(accounts) }
    },
    revokeKey: (key) => void context.state.revokedKeys.push(key),
  }),
  'POST /_sim/webhooks/rotate': (body) => {
    const { account, object } = findNamed(context, 'webhook_endpoint', 'webhook endpoint', readText(body, 'endpoint'))
    return { secret: rotateSecret(context, account, object.id, readInteger(body, 'overlapSeconds', day, 0, 365 * day)) }
  },
  'POST /_sim/portal': (body) => {
    if (typeof body.configured !== 'boolean') throw new HttpError(400, "'configured' must be true or false.")
    context.state.portalConfigured = body.configured
    context.changed()
    return { configured: body.configured }
  },
  ...createPaymentActions(context),
})
