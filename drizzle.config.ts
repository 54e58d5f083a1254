import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/platform/db/schema/identity.ts',
    './src/server/platform/db/schema/business.ts',
    './src/server/platform/db/schema/papers.ts',
    './src/server/platform/db/schema/paper-records.ts',
    './src/server/platform/db/schema/payments.ts',
    './src/server/platform/db/schema/books.ts',
    './src/server/platform/db/schema/service.ts',
    './src/server/platform/db/schema/security.ts',
  ],
  out: './src/server/platform/db/migrations',
  casing: 'snake_case',
})
