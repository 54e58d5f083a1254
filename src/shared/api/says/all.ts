import { profileSays, reportSays } from './figures.ts'
import { estimateSays, invoiceSays, paymentSays } from './papers.ts'
import { customerSays, expenseSays, itemSays } from './records.ts'
import type { AreaSays } from './says.ts'

/** What is said of the calls that a program may make, area by area. Nothing of the web app reads it, so that no browser loads it. */
export const allSays: readonly AreaSays[] = [
  invoiceSays,
  paymentSays,
  estimateSays,
  customerSays,
  itemSays,
  expenseSays,
  reportSays,
  profileSays,
]
