import { expect, onTestFinished, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { describeSite } from '#shared/site.ts'
import { createFastifyApp } from './fastify-app.ts'
import { registerLegalPages } from './legal-pages.ts'

const publicUrl = () => new URL('https://billfold.example.com')
const describeWith = (sourceUrl: string | null) =>
  describeSite({ prices: { monthly: cents(999), yearly: cents(9999) }, sourceUrl, hasDemo: false })

const readPage = async (path: string, sourceUrl: string | null) => {
  const app = await createFastifyApp({ publicUrl, mounts: [] })
  onTestFinished(() => app.close())
  registerLegalPages(app, { operator: 'Example GmbH, hello@example.com', sourceUrl, publicUrl, site: () => describeWith(sourceUrl) })
  const { statusCode, body } = await app.inject({ url: path })
  expect([path, statusCode]).toEqual([path, 200])
  return body
}

const source = 'https://git.example.com/billfold'

test('a link named source code leads to the source, and there is none without its address', async () => {
  expect(describeWith(source)).toMatchObject({ codeUrl: source, codeLabel: 'Source code (AGPL-3.0)' })
  expect(describeWith(null)).toMatchObject({ codeUrl: expect.stringContaining('/licenses/'), codeLabel: 'License (AGPL-3.0)' })
  expect(await readPage('/terms', source)).toContain(`<a href="${source}">source code</a>`)
  expect(await readPage('/terms', null)).not.toContain('source code')
})

test('the page on security says where to report a weakness, and what to expect', async () => {
  const page = await readPage('/security', source)
  for (const text of ['Example GmbH, hello@example.com', `<a href="${source}">its repository</a>`, 'within 3 working days', 'no lawyers'])
    expect(page).toContain(text)
  expect(await readPage('/security', null)).toContain('Security page of its repository')
})
