import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const require = createRequire(import.meta.url)
let loaded: typeof Stripe | undefined

/** Loaded at its first use: a start does not need the SDK, and it takes a tenth of a second and 37 MB. */
export const loadStripe = (): typeof Stripe => (loaded ??= require('stripe') as typeof Stripe)
