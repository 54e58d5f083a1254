import type { z } from 'zod'
import { removePaper, restorePaper } from '#server/papers/deletion.ts'
import { emailsOf } from '#server/papers/emails.ts'
import { eventsOf } from '#server/papers/history.ts'
import { estimateKind } from '#server/papers/kind.ts'
import { numberingRoutes } from '#server/papers/numbering-routes.ts'
import { nextNumber } from '#server/papers/numbers.ts'
import { unlessGone } from '#server/papers/send-email.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { change, route } from '#server/platform/http/route.ts'
import { estimatesApi } from '#shared/api/estimates.ts'
import type { invoice } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { type ConvertDeps, convertEstimate } from './convert.ts'
import { createEstimate } from './create.ts'
import { editEstimate } from './edit.ts'
import { exportEstimates } from './export.ts'
import { estimates } from './list.ts'
import { linked, oneEstimate } from './read.ts'
import { summaryOf } from './summary.ts'

type Deps = ConvertDeps & {
  /** An invoice as its own replies show it; belongs to the invoices. */
  readInvoice: (db: UserDb, id: number, today: Day) => Promise<z.output<typeof invoice>>
  absolute: (path: string) => string
}

export const estimateRoutes = (deps: Deps) => {
  const { readInvoice, absolute } = deps
  const withLink = linked(absolute)

  return [
    route(estimatesApi.list, ({ user, query, today }) => estimates.reply(user, query, today, absolute('/').slice(0, -1))),
    route(estimatesApi.summary, ({ user, query, today }) => user.tx((db) => summaryOf(db, query, today))),
    route(estimatesApi.export, ({ user, query, today }) => exportEstimates(user, query, today)),
    route(estimatesApi.nextNumber, ({ user, today }) =>
      user.tx(async (db) => ({ estimateNumber: await nextNumber(db, estimateKind, today) })),
    ),
    ...numberingRoutes(estimateKind, estimatesApi),

    route(estimatesApi.one, async ({ user, params, today }) => withLink(await user.tx((db) => oneEstimate(db, params.id, today)))),
    change(estimatesApi.create, ({ user, body, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          const { id, reply } = await createEstimate(deps, db, body, today)
          return body.status === 'draft' ? reply : withLink(await oneEstimate(db, id, today))
        }),
      ),
    ),
    change(estimatesApi.update, ({ user, params, body, today, once }) =>
      user.tx((db) => once(db, async () => withLink(await editEstimate(deps, db, { id: params.id, edit: body, today }, withLink)))),
    ),
    change(estimatesApi.remove, ({ user, params, once }) => user.tx((db) => once(db, () => removePaper(db, estimateKind, params.id)))),
    change(estimatesApi.restore, ({ user, params, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          await restorePaper(db, estimateKind, params.id)
          return withLink(await oneEstimate(db, params.id, today))
        }),
      ),
    ),
    change(estimatesApi.convert, ({ user, params, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          const ask = async () => readInvoice(db, await convertEstimate(deps, db, { id: params.id, today }), today)
          // An invoice that goes between the two is gone when asked again, and the refusal says so.
          return (await ask().catch(unlessGone)) ?? ask()
        }),
      ),
    ),
    route(estimatesApi.history, ({ user, params, today }) =>
      user.tx(async (db) => {
        await oneEstimate(db, params.id, today)
        return { events: await eventsOf(db, estimateKind, params.id), emails: await emailsOf(db, estimateKind, params.id) }
      }),
    ),
  ]
}
