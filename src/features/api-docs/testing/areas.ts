import { listAreas } from '#features/api-docs/areas/areas.ts'
import { collectExamples } from '#features/api-docs/openapi/examples.ts'
import { creditNoteDocs } from '#features/credit-notes/docs.ts'
import { estimateDocs } from '#features/estimates/docs.ts'
import { invoiceDocs } from '#features/invoices/docs.ts'

/** As the modules give them. */
export const areas = listAreas([invoiceDocs, creditNoteDocs, estimateDocs])
export const examples = collectExamples(areas)
