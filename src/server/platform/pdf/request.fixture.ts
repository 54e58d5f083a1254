import type { Paper } from '#shared/paper.ts'
import type { Request } from './messages.ts'
import { payloadHash, payloadOf } from './payload.ts'

/** What the PDF process is asked for a paper whose pictures are at hand. */
export const requestOf = (paper: Paper, form: Request['form'] = 'pdf'): Request => {
  const { data, changedAt, pictures } = payloadOf(paper)
  return { form, data, changedAt, pictures: pictures.flatMap((picture) => ('bytes' in picture ? [picture] : [])), missing: [] }
}

/** The key under which the renderer keeps a paper's bytes. */
export const paperHash = (paper: Paper): string => payloadHash(payloadOf(paper))
