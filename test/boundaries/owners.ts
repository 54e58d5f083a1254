/** Which part may talk to a vendor's package; everybody else asks that part. A name that ends in '/' or '*' stands for all that begin so. */
export const owners: { packages: string[]; allowed: string[] }[] = [
  {
    packages: ['fastify', '@fastify/*'],
    allowed: [
      'src/server/platform/http/',
      'src/server/platform/auth/',
      'src/server/platform/mail/dev-mailbox/',
      'src/server/platform/storage/upload-route.ts',
      'src/server/platform/events/',
      'src/app/app.ts',
      'src/app/main.ts',
      'src/app/start.ts',
    ],
  },
  {
    packages: ['pg'],
    allowed: [
      'src/server/platform/db/',
      'src/server/operations/backup/',
      'src/server/operations/embedded-postgres/',
      'src/server/platform/jobs/',
      'src/server/platform/events/',
      'src/server/platform/auth/',
    ],
  },
  { packages: ['embedded-postgres', '@embedded-postgres/*'], allowed: ['src/server/operations/embedded-postgres/'] },
  { packages: ['connect-pg-simple'], allowed: ['src/server/platform/auth/', 'src/server/platform/http/'] },
  {
    packages: ['graphile-worker'],
    allowed: ['src/server/platform/jobs/', 'src/server/platform/db/migrate.ts'],
  },
  {
    packages: ['stripe'],
    allowed: ['src/server/providers/stripe/', 'simulators/stripe/'],
  },
  { packages: ['@paypal/react-paypal-js'], allowed: ['src/web/features/payments/pay/'] },
  { packages: ['@paypal/paypal-server-sdk'], allowed: ['src/server/providers/paypal/', 'simulators/paypal/'] },
  { packages: ['oidc-provider', 'openid-client', '@node-rs/argon2'], allowed: ['src/server/platform/auth/'] },
  { packages: ['nodemailer'], allowed: ['src/server/platform/mail/'] },
  { packages: ['@myriaddreamin/*', '@expo-google-fonts/*'], allowed: ['src/server/platform/pdf/'] },
  { packages: ['uqr'], allowed: ['src/server/platform/text/qr-code.ts'] },
  { packages: ['otpauth'], allowed: ['src/server/platform/auth/'] },
  { packages: ['yazl'], allowed: ['src/server/platform/files/zip.ts'] },
  { packages: ['@stripe/stripe-js', '@stripe/react-stripe-js'], allowed: ['src/web/features/subscription/subscribe/'] },
  { packages: ['sharp'], allowed: ['src/server/platform/storage/', 'scripts/icons/', 'test/icons.test.ts'] },
  { packages: ['aws4fetch'], allowed: ['src/server/platform/storage/'] },
  { packages: ['@uppy/*'], allowed: ['src/web/lib/uploads/'] },
  { packages: ['drizzle-orm'], allowed: ['src/server/', 'src/kit/server/', 'src/modules/', 'src/features/'] },
  { packages: ['localized-address-format'], allowed: ['src/shared/addresses.ts'] },
  { packages: ['downshift'], allowed: ['src/web/ui/'] },
  { packages: ['papaparse'], allowed: ['src/server/platform/http/csv.ts', 'src/web/entity/imports/'] },
  { packages: ['fflate'], allowed: ['src/features/invoices/download.ts'] },
  { packages: ['@dnd-kit/*'], allowed: ['src/web/documents/'] },
  { packages: ['tinykeys'], allowed: ['src/web/lib/'] },
  { packages: ['@capacitor/*'], allowed: ['src/web/lib/native/', 'native/'] },
  { packages: ['workbox-precaching', 'workbox-routing', 'workbox-strategies'], allowed: ['src/web/service-worker/'] },
  { packages: ['workbox-window'], allowed: ['src/web/lib/offline/'] },
  { packages: ['prom-client'], allowed: ['src/server/platform/telemetry/metrics/', 'src/server/platform/http/metrics-server.ts'] },
  { packages: ['@seriousme/openapi-schema-validator'], allowed: ['src/features/api-docs/'] },
  { packages: ['@opentelemetry/*'], allowed: ['src/server/platform/telemetry/'] },
  { packages: ['web-vitals'], allowed: ['bench/'] },
]

/** Whether the name is one of those listed. */
export const isAmong = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern,
  )
