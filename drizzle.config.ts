import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/platform/db/schema/identity.ts',
    './src/server/platform/db/schema/taxes.ts',
    './src/server/platform/db/schema/business.ts',
    './src/server/platform/db/schema/documents.ts',
    './src/server/platform/db/schema/emails.ts',
    './src/server/platform/db/schema/books.ts',
    './src/server/platform/db/schema/payments.ts',
    './src/server/platform/db/schema/settlements.ts',
    './src/server/platform/db/schema/search.ts',
    './src/server/platform/db/schema/events.ts',
    './src/server/platform/db/schema/exchange-rates.ts',
    './src/server/platform/db/schema/recurring.ts',
    './src/server/platform/db/schema/scheduled.ts',
    './src/server/platform/db/schema/late-fees.ts',
    './src/server/platform/db/schema/reminders.ts',
    './src/server/platform/db/schema/saved-cards.ts',
    './src/server/platform/db/schema/service.ts',
    './src/server/platform/db/schema/security.ts',
  ],
  breakpoints: false,
  out: './src/server/platform/db/migrations',
  casing: 'snake_case',
})
