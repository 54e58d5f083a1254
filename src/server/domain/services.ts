import type { Auth } from '#server/platform/auth/auth.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import type { AdminCheck } from '#server/platform/http/authentication.ts'
import type { ConcurrencyLimits } from '#server/platform/http/concurrency-limits.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import type { RawRoute } from '#server/platform/http/raw-route.ts'
import type { Caller, Route } from '#server/platform/http/route.ts'
import type { JobRunner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { ClaimUpload } from '#server/platform/storage/claim-upload.ts'
import type { UploadStore } from '#server/platform/storage/object-store.ts'
import type { PlanPrices } from '#shared/plans.ts'
import type { DocumentKind } from '#shared/record-types.ts'
import type { AnyDocument } from './documents/document-type.ts'
import type { DocumentReader } from './documents/pdf/pdf-document.ts'
import type { Accounts, Sandbox } from './payments/accounts/accounts.ts'
import type { BillingProvider } from './subscription/billing-provider.ts'

/** What the server has at run time; made once, by `createApp`. */
export type Services = {
  database: Database
  secrets: Secrets
  identity: Auth
  /** The store of uploaded files. */
  objects: UploadStore
  takeUpload: ClaimUpload
  pdf: PdfRenderer
  /** What the modules give to draw: by type, once all are made. */
  readers: DocumentReaders
  send: SendMail
  limits: RateLimiter
  concurrency: ConcurrencyLimits
  hasRoomForEvent: (user: Pick<Caller, 'id' | 'read'>) => Promise<boolean>
  /** The payment accounts of businesses. */
  accounts: Accounts
  /** Simulated payment providers, or null when the sandbox is off. */
  sandbox: Sandbox
  /** Other origins of the providers' APIs; null for the real ones. */
  stripeApiOrigin: () => string | null
  paypalApiOrigin: () => string | null
  /** The origin of the European Central Bank's files of exchange rates; null where its rates are not used. */
  ecbOrigin: string | null
  /** Sells the product's plans; null when they cannot be bought. */
  plans: BillingProvider | null
  prices: PlanPrices
  /** The user with this email may see the list of users; null for none. */
  adminEmail: string | null
  admin: AdminCheck
  /** The folder whose emails the mailbox page shows; null without that page. */
  outboxDir: string | null
  publicUrl: () => URL
  /** The URL of a path on this server. */
  absolute: (path: string) => string
  now: () => Date
  log: (line: string) => void
}

/** Most rules need no more than the time. */
export type Clock = Pick<Services, 'now'>

type DocumentReaders = { [Kind in DocumentKind]?: DocumentReader<AnyDocument> }

/** What a module adds to the server. `runnersOfDeleted` also run after their user was deleted. */
export type Module = (services: Services) => {
  routes?: readonly Route[]
  rawRoutes?: readonly RawRoute[]
  runners?: readonly JobRunner[]
  runnersOfDeleted?: readonly JobRunner[]
  readers?: DocumentReaders
  /** What the API documentation says of its document. */
  docs?: AreaDocs
}
